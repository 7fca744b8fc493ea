package dev.mosaic.benchmarks;

import java.io.IOException;
import java.util.Arrays;

/** Times of round trips, one by one, asked by the calling thread. */
final class RoundTrips {
    private static final int MOST = 1 << 20;

    private final long[] nanos = new long[MOST];
    private final int[] ends;

    private RoundTrips(int samples) {
        ends = new int[samples];
    }

    /** Asks through the warm-up and all samples; each answer counts in the tally. Allocates nothing meanwhile. */
    static RoundTrips ask(Contender.Step step, Window window, Tally tally) throws IOException {
        RoundTrips trips = new RoundTrips(window.samples());
        askUntil(System.nanoTime() + window.warmNanos(), step, tally, trips.nanos, 0);
        int asked = 0;
        for (int i = 0; i < trips.ends.length; i++) {
            long end = System.nanoTime() + window.sampleMillis() * 1_000_000;
            asked = askUntil(end, step, tally, trips.nanos, asked);
            trips.ends[i] = asked;
        }
        return trips;
    }

    private static int askUntil(long end, Contender.Step step, Tally tally, long[] nanos, int from) throws IOException {
        int at = from;
        for (long time = System.nanoTime(); time < end; ) {
            step.run(tally.count());
            tally.add();
            long now = System.nanoTime();
            if (at < MOST) {
                nanos[at++] = now - time;
            }
            time = now;
        }
        return at;
    }

    private static double percentile(long[] nanos, int from, int to, int percent) {
        long[] sorted = Arrays.copyOfRange(nanos, from, to);
        Arrays.sort(sorted);
        return sorted.length == 0 ? Double.NaN : sorted[(int) ((long) sorted.length * percent / 100)] / 1e3;
    }

    /** The median of each sample in microseconds. */
    double[] medians() {
        double[] medians = new double[ends.length];
        for (int i = 0; i < medians.length; i++) {
            medians[i] = percentile(nanos, i == 0 ? 0 : ends[i - 1], ends[i], 50);
        }
        return medians;
    }

    /** Over all samples, in microseconds. */
    double percentile99() {
        return percentile(nanos, 0, ends[ends.length - 1], 99);
    }
}
