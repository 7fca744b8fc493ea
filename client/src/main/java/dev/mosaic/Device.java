package dev.mosaic;

import java.util.Locale;

/**
 * A GPU or another device of a worker.
 *
 * @param kind the kind of the device, by the maker of its driver
 * @param id the id in the variable of its kind, such as {@code 0} or {@code GPU-5f2c..}; the ids of further time slices of a device end in
 *     {@code ::1}, {@code ::2} and so on
 */
public record Device(Kind kind, String id) {
    /** The kind of a device, by the maker of its driver. Each kind has an environment variable that limits the devices which a worker sees. */
    public enum Kind {
        /** A device of NVIDIA; its variable is {@code CUDA_VISIBLE_DEVICES}. */
        NVIDIA,
        /** A device of AMD; its variable is {@code ROCR_VISIBLE_DEVICES}. */
        AMD,
        /** A device of Intel; its variable is {@code ZE_AFFINITY_MASK}. */
        INTEL;

        private String prefix() {
            return name().toLowerCase(Locale.ROOT) + ":";
        }
    }

    /** Parses a text of {@link #toString}. */
    public static Device parse(String text) {
        for (Kind kind : Kind.values()) {
            if (text.startsWith(kind.prefix())) {
                return new Device(kind, text.substring(kind.prefix().length()));
            }
        }
        return new Device(Kind.NVIDIA, text);
    }

    /** Returns the id. If the kind is not NVIDIA, the kind comes first: {@code amd:0}. */
    @Override
    public String toString() {
        return kind == Kind.NVIDIA ? id : kind.prefix() + id;
    }
}
