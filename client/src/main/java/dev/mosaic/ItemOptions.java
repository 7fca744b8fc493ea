package dev.mosaic;

import dev.mosaic.unit.Bars;
import java.time.Duration;
import java.util.Collection;
import java.util.Objects;
import java.util.SortedMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Options of {@link Mosaic#forEach} and {@link TesseraArray#map}.
 *
 * <p><b>Threading:</b> used by the calling thread, until the first item is sent to a worker.
 */
public final class ItemOptions {
    /** A listener that is called after each item, in the thread that waits for the items. */
    @FunctionalInterface
    public interface Progress {
        /**
         * Called when one more item has ended.
         *
         * @param ended the number of items that have ended, including failed ones
         * @param count the number of all items
         */
        void ended(int ended, int count);
    }

    private static final int MOST_SUPPRESSED = 100;

    private int minWorkers = 1;
    private Duration workerTimeout = Duration.ofMinutes(5);
    private double maxFailedShare;
    private int maxRetries = 3;
    private int stopAfter = Integer.MAX_VALUE;
    private Progress progress = (ended, count) -> {};
    private @Nullable String bar;
    private Bars.@Nullable Bar shown;

    /** The number of workers to wait for before the first item starts; 1 by default. */
    public ItemOptions minWorkers(int count) {
        if (count < 1) {
            throw new InvalidOptionException("minWorkers=" + count, "give 1 or more");
        }
        minWorkers = count;
        return this;
    }

    /** Sets how long the call waits for {@link #minWorkers}, and for a new worker if all workers are lost; 5 minutes by default. */
    public ItemOptions workerTimeout(Duration time) {
        if (time.isNegative()) {
            throw new InvalidOptionException("workerTimeout=" + time + " is negative", "give a positive time");
        }
        workerTimeout = time;
        return this;
    }

    /**
     * The share of all items, from 0 to 1, that may fail; 0 by default. {@link TesseraArray#map} returns failed items among its tasks,
     * {@link Mosaic#forEach} as a list. If more items fail, no further item starts, running items are cancelled, and the call throws.
     */
    public ItemOptions maxFailedShare(double part) {
        if (!(part >= 0 && part <= 1)) {
            throw new InvalidOptionException("maxFailedShare=" + part, "give a part of all items, from 0 to 1");
        }
        maxFailedShare = part;
        return this;
    }

    /** Sets how often an item runs again if its worker, or another worker that its code needed, is lost; 3 by default. Then it counts as failed. */
    public ItemOptions maxRetries(int times) {
        if (times < 0) {
            throw new InvalidOptionException("maxRetries=" + times + " is negative", "give 0 or more");
        }
        maxRetries = times;
        return this;
    }

    /** Sets the number of ended items after which the call returns and cancels the other items. By default it waits for all items. */
    public ItemOptions stopAfter(int items) {
        if (items < 1) {
            throw new InvalidOptionException("stopAfter=" + items, "give 1 or more");
        }
        stopAfter = items;
        return this;
    }

    /** A listener that is called after each item, in the thread that waits. It should return quickly. */
    public ItemOptions progress(Progress listener) {
        progress = listener;
        return this;
    }

    /** Shows a progress bar with this name, like {@link Mosaic#progress(String, Collection)}. By default there is no bar. */
    public ItemOptions progress(String name) {
        bar = name;
        return this;
    }

    public int stopAfter() {
        return stopAfter;
    }

    public int minWorkers() {
        return minWorkers;
    }

    public Duration workerTimeout() {
        return workerTimeout;
    }

    public double maxFailedShare() {
        return maxFailedShare;
    }

    public int maxRetries() {
        return maxRetries;
    }

    /** For the runtime: of {@code count} items, one more has ended. */
    public void ended(int done, int failed, int count) {
        progress.ended(done + failed, count);
        if (shown != null) {
            shown.ended(done + failed, failed);
        }
    }

    /** Runs the call with its bar, where one is asked for. */
    <R> R showing(Bars bars, Collection<?> items, Supplier<R> call) {
        if (bar == null) {
            return call.get();
        }
        try (Bars.Bar drawn = bars.bar(bar, items.size())) {
            shown = drawn;
            return call.get();
        }
    }

    /**
     * For the runtime: the exception if too many items failed.
     *
     * @param problems by the index of the item; one or more
     * @param items how many there were
     */
    public ItemsFailedException tooMany(SortedMap<Integer, Throwable> problems, int items) {
        Throwable first = Objects.requireNonNull(problems.get(problems.firstKey()));
        ItemsFailedException all = new ItemsFailedException(
                "failed=" + problems.size() + " of items=" + items + ", maxFailedShare=" + maxFailedShare
                        + "; the first is item=" + problems.firstKey() + ": " + first,
                "",
                first);
        problems.values().stream().skip(1).limit(MOST_SUPPRESSED).forEach(all::addSuppressed);
        return all;
    }
}
