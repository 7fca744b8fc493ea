package dev.mosaic;

import java.util.Locale;

/**
 * A device, such as a GPU, that a worker has for itself. It is one that its node was told of, or found by what drivers show below {@code /proc},
 * {@code /sys} and {@code /dev}.
 *
 * @param kind whose driver runs it
 * @param id its name in the variable of its kind, such as {@code 0} or {@code GPU-5f2c..}; a further share of a device that was given several
 *     times ends in {@code ::1}, {@code ::2} and so on
 */
public record Device(Kind kind, String id) {
    /** Whose driver runs a device. It says by which variable of its environment a worker process sees its devices and no others. */
    public enum Kind {
        /** {@code CUDA_VISIBLE_DEVICES}. */
        NVIDIA,
        /** {@code ROCR_VISIBLE_DEVICES}. */
        AMD,
        /** {@code ZE_AFFINITY_MASK}. */
        INTEL;

        private String prefix() {
            return name().toLowerCase(Locale.ROOT) + ":";
        }
    }

    /** The device that {@link #toString} writes so. */
    public static Device parse(String text) {
        for (Kind kind : Kind.values()) {
            if (text.startsWith(kind.prefix())) {
                return new Device(kind, text.substring(kind.prefix().length()));
            }
        }
        return new Device(Kind.NVIDIA, text);
    }

    /** The id; of other kinds than NVIDIA with the kind before it, {@code amd:0}. */
    @Override
    public String toString() {
        return kind == Kind.NVIDIA ? id : kind.prefix() + id;
    }
}
