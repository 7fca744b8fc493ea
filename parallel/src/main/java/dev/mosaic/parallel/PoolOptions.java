package dev.mosaic.parallel;

import dev.mosaic.Bundle;
import dev.mosaic.InvalidOptionException;
import dev.mosaic.TesseraOptions;
import java.util.function.Consumer;

/**
 * Options of a {@link Pool}.
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
     * Sets the number of workers, that is, how many items run at the same time. By default it is the number of worker processes of the program, or
     * the number of processors of the nodes if that is larger; the pool then grows with the cluster. Give a number if an autoscaler shall add nodes.
     */
    public PoolOptions workers(int count) {
        workers = positive("workers", count);
        return this;
    }

    /**
     * Sets the number of items in a chunk. By default a chunk takes about 200 ms, estimated from the times of earlier items. Give 1 if items are
     * large or take seconds.
     */
    public PoolOptions chunkSize(int items) {
        chunkSize = positive("chunkSize", items);
        return this;
    }

    /** The number of items after which a worker is replaced, with a new context. By default there is no limit. */
    public PoolOptions maxTasksPerWorker(long items) {
        if (items < 1) {
            throw new InvalidOptionException("maxTasksPerWorker=" + items + " is less than 1", "give 1 or more");
        }
        maxTasksPerWorker = items;
        return this;
    }

    /** How often items run again if their worker process is lost; 3 by default. */
    public PoolOptions maxRetries(int times) {
        if (times < 0) {
            throw new InvalidOptionException("maxRetries=" + times + " is negative", "give 0 or more");
        }
        maxRetries = times;
        return this;
    }

    /** Sets the options of each worker, such as its resources: {@code each(o -> o.cpus(1).gpus(1))}. By default it has no resources. */
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
