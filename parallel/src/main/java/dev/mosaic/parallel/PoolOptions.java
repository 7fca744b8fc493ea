package dev.mosaic.parallel;

import dev.mosaic.Bundle;
import dev.mosaic.InvalidOptionException;
import dev.mosaic.TesseraOptions;
import java.util.function.Consumer;

/**
 * How a {@link Pool} is made.
 *
 * <p><b>Threading:</b> used by the thread that makes the pool.
 */
public final class PoolOptions {
    private int workers;
    private int chunkSize;
    private long maxTasksPerWorker = Long.MAX_VALUE;
    private int maxRetries = 3;
    private Consumer<TesseraOptions> each = options -> {};

    PoolOptions() {}

    /**
     * How many items are computed at once at most. By default as many as the cluster has room for: the worker processes of the program, or what the
     * nodes offer, whichever is more. A pool grows when nodes come. Give a number where nodes are to be added for it.
     */
    public PoolOptions workers(int count) {
        workers = positive("workers", count);
        return this;
    }

    /**
     * How many items travel together. By default so many as take about 200 ms, by the time that the items before took. Give 1 where items are large
     * or take seconds.
     */
    public PoolOptions chunkSize(int items) {
        chunkSize = positive("chunkSize", items);
        return this;
    }

    /** A worker that has computed so many items is made again, with a new context. No limit by default. */
    public PoolOptions maxTasksPerWorker(long items) {
        if (items < 1) {
            throw new InvalidOptionException("maxTasksPerWorker=" + items + " is less than 1", "give 1 or more");
        }
        maxTasksPerWorker = items;
        return this;
    }

    /** How often items are computed again whose worker process was lost; 3 by default. */
    public PoolOptions maxRetries(int times) {
        if (times < 0) {
            throw new InvalidOptionException("maxRetries=" + times + " is negative", "give 0 or more");
        }
        maxRetries = times;
        return this;
    }

    /** What each worker of the pool needs: {@code each(o -> o.cpus(1).gpus(1))}. Nothing by default. */
    public PoolOptions each(Consumer<TesseraOptions> options) {
        each = options;
        return this;
    }

    /** 0 for as many as there is room for. */
    int workers() {
        return workers;
    }

    /** 0 for what is found out. */
    int chunkSize() {
        return chunkSize;
    }

    long maxTasksPerWorker() {
        return maxTasksPerWorker;
    }

    int maxRetries() {
        return maxRetries;
    }

    Consumer<TesseraOptions> each() {
        return each;
    }

    Bundle needs() {
        TesseraOptions options = new TesseraOptions();
        each.accept(options);
        return options.needs();
    }

    private static int positive(String name, int count) {
        if (count < 1) {
            throw new InvalidOptionException(name + "=" + count + " is less than 1", "give 1 or more");
        }
        return count;
    }
}
