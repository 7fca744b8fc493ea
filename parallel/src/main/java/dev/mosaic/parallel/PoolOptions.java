package dev.mosaic.parallel;

import dev.mosaic.OptionException;
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

    /** How many items are computed at once at most; one for each worker process unless said. */
    public PoolOptions workers(int count) {
        workers = positive("workers", count);
        return this;
    }

    /**
     * How many items travel together. Unless said it is found out: what takes about 200 ms, by the time that the items before took. Say 1
     * where items are large or take seconds.
     */
    public PoolOptions chunkSize(int items) {
        chunkSize = positive("chunkSize", items);
        return this;
    }

    /** A worker that has computed so many items is made again, with a new context; no limit unless said. */
    public PoolOptions maxTasksPerWorker(long items) {
        if (items < 1) {
            throw new OptionException("maxTasksPerWorker=" + items + " is less than 1", "give 1 or more");
        }
        maxTasksPerWorker = items;
        return this;
    }

    /** How often items are computed again whose worker process was lost; 3 unless said. */
    public PoolOptions maxRetries(int times) {
        if (times < 0) {
            throw new OptionException("maxRetries=" + times + " is negative", "give 0 or more");
        }
        maxRetries = times;
        return this;
    }

    /** What each worker of the pool needs: {@code each(o -> o.cpus(1).gpus(1))}. Nothing unless said. */
    public PoolOptions each(Consumer<TesseraOptions> options) {
        each = options;
        return this;
    }

    /** 0 for one for each worker process. */
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

    private static int positive(String name, int count) {
        if (count < 1) {
            throw new OptionException(name + "=" + count + " is less than 1", "give 1 or more");
        }
        return count;
    }
}
