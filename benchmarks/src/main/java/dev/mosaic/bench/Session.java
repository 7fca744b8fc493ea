package dev.mosaic.bench;

import dev.mosaic.Mosaic;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a family measures with: a cluster, sizes, and a place for its results.
 *
 * <p><b>Threading:</b> one thread at a time, but {@link #close} any: it ends all waits of the others.
 */
final class Session implements AutoCloseable {
    /** Of nearly all workloads, of all peers. */
    private static final int WORKERS = 2;

    /** What gives the samples of a workload. */
    @FunctionalInterface
    interface Measurement {
        List<Double> samples() throws Exception;
    }

    private final Sizes sizes;
    private final Results results;
    private volatile @Nullable Mosaic mosaic;
    private int workers;

    Session(Sizes sizes, Results results) {
        this.sizes = sizes;
        this.results = results;
    }

    /** The cluster of two workers. */
    Mosaic mosaic() {
        return mosaic(WORKERS);
    }

    /** A cluster of that many workers; the one there was ends where it has another number. */
    Mosaic mosaic(int count) {
        Mosaic running = mosaic;
        if (running == null || workers != count) {
            close();
            running = Mosaic.start(count);
            mosaic = running;
            workers = count;
        }
        return running;
    }

    int size(int full, int quick) {
        return sizes.of(full, quick);
    }

    /** Takes the time of that many repetitions, or of fewer where sizes are small. */
    Timing timing(int reps) {
        return new Timing(sizes.warmNanos(), sizes.of(reps, Math.min(reps, 2)));
    }

    /** True where one of them is to be measured. */
    boolean wants(Workload... workloads) {
        return Stream.of(workloads).anyMatch(results.choice()::wants);
    }

    /** Measures it, where it is wanted. */
    void measure(Workload workload, Measurement measurement) throws Exception {
        measure(workload, facts -> facts, measurement);
    }

    /** @param more adds what else there is to know */
    void measure(Workload workload, UnaryOperator<Facts> more, Measurement measurement) throws Exception {
        if (results.choice().wants(workload)) {
            results.report(workload, measurement.samples(), more);
        }
    }

    void report(Workload workload, List<Double> samples) {
        results.report(workload, samples);
    }

    void report(Workload workload, List<Double> samples, UnaryOperator<Facts> more) {
        results.report(workload, samples, more);
    }

    /** Ends the cluster, if there is one. */
    @Override
    public void close() {
        Mosaic running = mosaic;
        mosaic = null;
        if (running != null) {
            running.close();
        }
    }
}
