package dev.mosaic.benchmarks;

import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Locale;
import java.util.StringJoiner;

/**
 * Prints figures as JSON, one object a line, in the format of all peers.
 *
 * @param peer the library
 * @param transport {@code tcp} or {@code unix}
 * @param round which of the interleaved rounds
 * @param cpus which CPUs the two processes were pinned to
 */
record Line(String peer, String transport, int round, String cpus) {
    /** One figure; its value is the median of the samples. */
    void print(String workload, String unit, String better, double[] samples, String note) {
        double[] sorted = samples.clone();
        Arrays.sort(sorted);
        int half = sorted.length / 2;
        double median = sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
        StringJoiner list = new StringJoiner(", ", "[", "]");
        for (double sample : samples) {
            list.add(number(sample));
        }
        System.out.println("{\"peer\": \"" + peer + "\", \"transport\": \"" + transport + "\", \"workload\": \""
                + workload + "\", \"value\": " + number(median) + ", \"unit\": \"" + unit + "\", \"reps\": "
                + samples.length + ", \"better\": \"" + better + "\", \"samples\": " + list + ", \"round\": " + round
                + ", \"cpus\": \"" + cpus + "\", \"load1\": "
                + number(ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage()) + ", \"note\": \"" + note
                + "\"}");
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.4f", value);
    }
}
