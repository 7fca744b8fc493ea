package dev.mosaic.message;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Amounts of what a machine has: what a node offers, what a tessera or task needs, what is in use.
 *
 * <pre>
 *   u8 0 where it is none, or u8 1 and i64 cpus, i64 gpus, i64 memory, u16 count of text label, i64 amount
 * </pre>
 *
 * @param cpus in units of {@link #ONE}
 * @param gpus in units of {@link #ONE}: a part of one, or whole ones
 * @param memoryBytes in bytes
 * @param labels what the cluster's people have named, in units of {@link #ONE}; no zeros
 */
public record Resources(long cpus, long gpus, long memoryBytes, Map<String, Long> labels) {
    /** One processor, one device, one of a label. */
    public static final long ONE = 10_000;

    /** Nothing of anything. */
    public static final Resources NONE = new Resources(0, 0, 0, Map.of());

    public Resources {
        labels = Map.copyOf(labels);
    }

    /** Processors alone. */
    public static Resources ofCpus(double cpus) {
        return new Resources(units(cpus), 0, 0, Map.of());
    }

    /** An amount as a person writes it, in units of {@link #ONE}. */
    public static long units(double amount) {
        return Math.round(amount * ONE);
    }

    public boolean isNone() {
        return cpus == 0 && gpus == 0 && memoryBytes == 0 && labels.isEmpty();
    }

    /** True where there is as much of everything in {@code room}. */
    public boolean fits(Resources room) {
        if (cpus > room.cpus || gpus > room.gpus || memoryBytes > room.memoryBytes) {
            return false;
        }
        for (Map.Entry<String, Long> label : labels.entrySet()) {
            if (label.getValue() > room.labels.getOrDefault(label.getKey(), 0L)) {
                return false;
            }
        }
        return true;
    }

    /** The sum. */
    public Resources plus(Resources other) {
        return other.isNone() ? this : isNone() ? other : combined(other, 1);
    }

    /** The difference. */
    public Resources minus(Resources other) {
        return other.isNone() ? this : combined(other, -1);
    }

    private Resources combined(Resources other, int sign) {
        Map<String, Long> sum = labels;
        if (!other.labels.isEmpty()) {
            sum = new TreeMap<>(labels);
            for (Map.Entry<String, Long> label : other.labels.entrySet()) {
                sum.merge(label.getKey(), sign * label.getValue(), Long::sum);
            }
            sum.values().removeIf(amount -> amount == 0);
        }
        return new Resources(
                cpus + sign * other.cpus, gpus + sign * other.gpus, memoryBytes + sign * other.memoryBytes, sum);
    }

    /** The same without devices: these are counted by the worker that has them. */
    public Resources withoutGpus() {
        return gpus == 0 ? this : new Resources(cpus, 0, memoryBytes, labels);
    }

    /** The same with that much of devices. */
    public Resources withGpus(long units) {
        return new Resources(cpus, units, memoryBytes, labels);
    }

    /** What of {@code needs} is not in this, in words with what there is: {@code 1 gpu}. Empty where all is. */
    public String missing(Resources needs) {
        List<String> words = new ArrayList<>();
        if (needs.cpus > cpus) {
            words.add(amount(cpus, "cpu"));
        }
        if (needs.gpus > gpus) {
            words.add(amount(gpus, "gpu"));
        }
        if (needs.memoryBytes > memoryBytes) {
            words.add(bytes(memoryBytes));
        }
        new TreeMap<>(needs.labels).forEach((label, amount) -> {
            long here = labels.getOrDefault(label, 0L);
            if (amount > here) {
                words.add(decimal(here) + " " + label);
            }
        });
        return String.join(", ", words);
    }

    /** {@code 2 cpus, 1 gpu, 4 GiB, 1 fpga}; {@code nothing}. */
    @Override
    public String toString() {
        List<String> words = new ArrayList<>();
        if (cpus != 0) {
            words.add(amount(cpus, "cpu"));
        }
        if (gpus != 0) {
            words.add(amount(gpus, "gpu"));
        }
        if (memoryBytes != 0) {
            words.add(bytes(memoryBytes));
        }
        new TreeMap<>(labels).forEach((label, amount) -> words.add(decimal(amount) + " " + label));
        return words.isEmpty() ? "nothing" : String.join(", ", words);
    }

    private static String amount(long units, String of) {
        return decimal(units) + " " + of + (units == ONE ? "" : "s");
    }

    /** Without zeros at its end. */
    private static String decimal(long units) {
        StringBuilder text = new StringBuilder();
        text.append(units < 0 ? "-" : "").append(Math.abs(units / ONE));
        long rest = Math.abs(units % ONE);
        if (rest != 0) {
            text.append('.').append(Long.toString(ONE + rest).substring(1));
            while (text.charAt(text.length() - 1) == '0') {
                text.setLength(text.length() - 1);
            }
        }
        return text.toString();
    }

    private static String bytes(long bytes) {
        String[] names = {"B", "KiB", "MiB", "GiB", "TiB"};
        int unit = 0;
        double amount = bytes;
        while (unit < names.length - 1 && amount >= 1_024) {
            amount /= 1_024;
            unit++;
        }
        long tenths = Math.round(amount * 10);
        return tenths / 10 + (tenths % 10 == 0 ? "" : "." + tenths % 10) + " " + names[unit];
    }
}
