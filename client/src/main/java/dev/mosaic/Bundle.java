package dev.mosaic;

import java.util.Map;
import java.util.TreeMap;

/**
 * Amounts of resources that a tessera or a task needs, or one part of a {@link Reservation}. A bundle is immutable; the methods return changed
 * copies: {@code Bundle.EMPTY.cpus(2).gpus(1)}.
 *
 * @param cpus processors; fractions are allowed
 * @param gpus GPUs or other devices: a fraction of one, such as 0.5, or a whole number
 * @param memory in bytes; for scheduling only, not enforced
 * @param resources custom resources by label; for scheduling only, not enforced
 */
public record Bundle(double cpus, double gpus, long memory, Map<String, Double> resources) {
    /** No resources. */
    public static final Bundle EMPTY = new Bundle(0, 0, 0, Map.of());

    /** The resources of a stateless task by default. */
    public static final Bundle PROCESSOR = EMPTY.cpus(1);

    private static final double MOST = 1e9;

    public Bundle {
        checked("cpus", cpus);
        checked("gpus", gpus);
        if (gpus > 1 && gpus != Math.rint(gpus)) {
            throw new InvalidOptionException(
                    "gpus=" + gpus + " is above 1 and not a whole number",
                    "give a fraction of one device, or a number of whole devices");
        }
        if (memory < 0) {
            throw new InvalidOptionException("memory=" + memory + " is negative", "give bytes");
        }
        resources.forEach(Bundle::checked);
        resources = Map.copyOf(resources);
    }

    private static void checked(String name, double amount) {
        if (!(amount >= 0 && amount <= MOST)) {
            throw new InvalidOptionException(
                    name + "=" + amount + " is outside 0..1e9", "give an amount, or leave it out");
        }
    }

    /** A copy with this number of processors. */
    public Bundle cpus(double count) {
        return new Bundle(count, gpus, memory, resources);
    }

    /** A copy with this number of devices. */
    public Bundle gpus(double count) {
        return new Bundle(cpus, count, memory, resources);
    }

    /** A copy with this memory, in bytes. */
    public Bundle memory(long bytes) {
        return new Bundle(cpus, gpus, bytes, resources);
    }

    /** A copy with this amount of a custom resource. */
    public Bundle resource(String label, double amount) {
        if (label.isBlank()) {
            throw new InvalidOptionException(
                    "the label of a custom resource is blank", "give a label that nodes offer: --resource label=4");
        }
        Map<String, Double> more = new TreeMap<>(resources);
        more.put(label, amount);
        more.values().removeIf(each -> each == 0);
        return new Bundle(cpus, gpus, memory, more);
    }
}
