package dev.mosaic.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Prints what was measured.
 *
 * @param choice what to print; others are dropped
 * @param round for the lines
 * @param version for the lines
 * @param out where to
 */
record Results(Choice choice, int round, String version, PrintStream out) {
    private static final String PEER = "mosaic";

    void report(Workload workload, List<Double> samples) {
        report(workload, samples, facts -> facts);
    }

    /** @param more adds what else there is to know */
    void report(Workload workload, List<Double> samples, UnaryOperator<Facts> more) {
        if (!choice.wants(workload)) {
            return;
        }
        Facts line = new Facts()
                .text("peer", PEER)
                .text("workload", workload.toString())
                .number("value", median(samples))
                .text("unit", workload.unit())
                .number("reps", samples.size())
                .text("better", workload.better().toString())
                .numbers("samples", samples);
        print(more.apply(about(line)));
    }

    /** A whole family that did not come to its end. */
    void failed(Family family, String error) {
        Facts line = new Facts()
                .text("peer", PEER)
                .text("workload", family.workloads().getFirst().toString())
                .none("value")
                .none("unit")
                .number("reps", 0)
                .text("error", error);
        print(about(line));
    }

    private Facts about(Facts line) {
        return line.number("round", round).text("version", version).number("load1", load());
    }

    private void print(Facts line) {
        out.println(line);
        out.flush();
    }

    static double median(List<Double> samples) {
        if (samples.isEmpty()) {
            return Double.NaN;
        }
        List<Double> sorted = samples.stream().sorted().toList();
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }

    /** Processes that ran or wanted to, on average over the last minute. */
    private static double load() {
        try {
            String text = Files.readString(Path.of("/proc/loadavg"));
            return Double.parseDouble(text.substring(0, text.indexOf(' ')));
        } catch (IOException | NumberFormatException notLinux) {
            return Double.NaN;
        }
    }
}
