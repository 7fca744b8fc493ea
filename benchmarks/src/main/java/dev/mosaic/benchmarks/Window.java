package dev.mosaic.benchmarks;

import java.util.concurrent.locks.LockSupport;

/**
 * When to measure: after a warm-up, a number of samples of one length each.
 *
 * @param warmMillis counted from the first message
 * @param sampleMillis of one sample
 * @param samples how many
 */
record Window(long warmMillis, long sampleMillis, int samples) {
    /** Reads {@code warm:sample:samples}, such as {@code 2000:1000:5}. */
    static Window parse(String text) {
        String[] parts = text.split(":", 3);
        return new Window(Long.parseLong(parts[0]), Long.parseLong(parts[1]), Integer.parseInt(parts[2]));
    }

    long warmNanos() {
        return warmMillis * 1_000_000;
    }

    /** Parks until a moment of {@link System#nanoTime}. */
    static void parkUntil(long nanoTime) {
        for (long left = nanoTime - System.nanoTime(); left > 0; left = nanoTime - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }
}
