package dev.mosaic.bench;

import java.util.ArrayList;
import java.util.List;

/**
 * Repeats work and takes the time of each repetition but the first ones.
 *
 * @param warmNanos how long the first ones go on
 * @param reps how many are counted
 */
record Timing(long warmNanos, int reps) {
    private static final double NANOS = 1e9;

    /** Work that is measured. */
    @FunctionalInterface
    interface Body {
        void run() throws Exception;
    }

    /** Work that takes times of its own. */
    @FunctionalInterface
    interface Repetition {
        void run(boolean isCounted) throws Exception;
    }

    /** Of each repetition. */
    List<Double> seconds(Body body) throws Exception {
        List<Double> samples = new ArrayList<>();
        repeat(isCounted -> {
            double seconds = once(body);
            if (isCounted) {
                samples.add(seconds);
            }
        });
        return samples;
    }

    /** Repeats it, the first ones uncounted. */
    void repeat(Repetition repetition) throws Exception {
        long begun = System.nanoTime();
        do {
            repetition.run(false);
        } while (System.nanoTime() - begun < warmNanos);
        for (int rep = 0; rep < reps; rep++) {
            repetition.run(true);
        }
    }

    /** Operations per second of each repetition, which does that many. */
    List<Double> rates(double operations, Body body) throws Exception {
        return seconds(body).stream().map(seconds -> operations / seconds).toList();
    }

    static double once(Body body) throws Exception {
        long begun = System.nanoTime();
        body.run();
        return (System.nanoTime() - begun) / NANOS;
    }
}
