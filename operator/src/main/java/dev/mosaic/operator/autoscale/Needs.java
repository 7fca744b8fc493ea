package dev.mosaic.operator.autoscale;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** An amount of everything: what something needs, or what there is room for. */
public record Needs(double cpus, double gpus, long memoryBytes, Map<String, Double> labels) {
    public static final Needs NONE = new Needs(0, 0, 0, Map.of());

    /** Amounts come from text, as fractions. */
    private static final double TINY = 1e-6;

    public Needs {
        labels = Map.copyOf(labels);
    }

    /** How often it is in that room; as often as an int can say where it needs nothing. */
    public int timesIn(Needs room) {
        double times = Math.min(times(cpus, room.cpus), times(gpus, room.gpus));
        times = Math.min(times, times((double) memoryBytes, (double) room.memoryBytes));
        for (Map.Entry<String, Double> each : labels.entrySet()) {
            times = Math.min(times, times(each.getValue(), room.labels.getOrDefault(each.getKey(), 0.0)));
        }
        return (int) Math.min(Integer.MAX_VALUE, times);
    }

    public boolean isIn(Needs room) {
        return timesIn(room) > 0;
    }

    /** What is left when that is taken so often. */
    public Needs minus(Needs taken, int times) {
        Map<String, Double> left = new TreeMap<>(labels);
        taken.labels.forEach((label, amount) -> left.merge(label, -amount * times, Double::sum));
        return new Needs(
                cpus - taken.cpus * times, gpus - taken.gpus * times, memoryBytes - taken.memoryBytes * times, left);
    }

    /** Such as {@code 1 gpu, 4 cpus}. */
    public String words() {
        List<String> parts = new ArrayList<>();
        if (gpus > 0) {
            parts.add(number(gpus) + (gpus == 1 ? " gpu" : " gpus"));
        }
        if (cpus > 0) {
            parts.add(number(cpus) + (cpus == 1 ? " cpu" : " cpus"));
        }
        if (memoryBytes > 0) {
            parts.add(memoryBytes / (1 << 20) + " MiB");
        }
        new TreeMap<>(labels).forEach((label, amount) -> parts.add(number(amount) + " " + label));
        return parts.isEmpty() ? "nothing but a worker" : String.join(", ", parts);
    }

    private static double times(double need, double room) {
        return need < TINY ? Double.MAX_VALUE : Math.floor((room + TINY) / need);
    }

    private static String number(double amount) {
        return amount == Math.rint(amount) ? Long.toString((long) amount) : String.format(Locale.ROOT, "%.3g", amount);
    }
}
