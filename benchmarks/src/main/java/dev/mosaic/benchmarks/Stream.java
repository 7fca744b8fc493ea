package dev.mosaic.benchmarks;

import java.lang.management.ManagementFactory;

/**
 * Watches a tally from a thread of its own and takes the figures of a stream: messages per sample, and the bytes that all
 * threads of this JVM allocated per message.
 */
final class Stream {
    private static final com.sun.management.ThreadMXBean THREADS =
            (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final long MILLI_NANOS = 1_000_000;

    private final double[] samples;
    private final double allocatedPerMessage;

    private Stream(double[] samples, double allocatedPerMessage) {
        this.samples = samples;
        this.allocatedPerMessage = allocatedPerMessage;
    }

    /** Waits for the first message, for the warm-up, and for the end of the samples. */
    static Stream watch(Workload workload, Window window, Tally tally) {
        while (tally.count() == 0) {
            Window.parkUntil(System.nanoTime() + MILLI_NANOS);
        }
        long begin = System.nanoTime() + window.warmNanos();
        Window.parkUntil(begin);

        double[] samples = new double[window.samples()];
        long allocatedAtFirst = THREADS.getTotalThreadAllocatedBytes();
        long countAtFirst = tally.count();
        long count = countAtFirst;
        long time = System.nanoTime();
        for (int i = 0; i < samples.length; i++) {
            Window.parkUntil(begin + (i + 1) * window.sampleMillis() * MILLI_NANOS);
            long countNow = tally.count();
            long now = System.nanoTime();
            samples[i] = workload.figure(countNow - count, now - time);
            count = countNow;
            time = now;
        }
        long allocated = THREADS.getTotalThreadAllocatedBytes() - allocatedAtFirst;
        return new Stream(samples, (double) allocated / Math.max(1, count - countAtFirst));
    }

    /** The figure of each sample, in the workload's unit. */
    double[] samples() {
        return samples;
    }

    /** Bytes, of all threads. */
    double allocatedPerMessage() {
        return allocatedPerMessage;
    }
}
