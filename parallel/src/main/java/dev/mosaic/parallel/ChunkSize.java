package dev.mosaic.parallel;

/**
 * How many items the next chunk has: as many as take some {@value #TARGET_MILLIS} ms, by the time that those before took. Large enough that
 * sending them costs little beside it, small enough that workers end together.
 *
 * <p><b>Threading:</b> one thread.
 */
final class ChunkSize {
    private static final int TARGET_MILLIS = 50;
    private static final double TARGET_NANOS = TARGET_MILLIS * 1e6;
    private static final int LEAST_MILLIS = 1;
    private static final double LEAST_NANOS = LEAST_MILLIS * 1e6;
    private static final double LONG_NANOS = 100e6;
    private static final int MOST = 10_000;

    /** A chunk has at most so many times the items of the largest before it: the first ones may be faster than the rest. */
    private static final int GROWTH = 8;

    private final int fixed;
    private final int most;
    private int largest = 1;
    private double nanosPerItem = Double.NaN;

    /**
     * None is known yet.
     *
     * @param fixed 0 for what is found out
     * @param most more are never given
     */
    ChunkSize(int fixed, long most) {
        this.fixed = fixed;
        this.most = (int) Math.min(most, MOST);
    }

    /**
     * The number of items. Near the end it becomes smaller, so that workers end together, but not shorter than {@value #LEAST_MILLIS} ms.
     *
     * @param left how many items there are yet; {@link Long#MAX_VALUE} where that is not known
     * @param window how many chunks are under way at once
     */
    int next(long left, int window) {
        if (fixed > 0) {
            return Math.min(fixed, most);
        }
        if (Double.isNaN(nanosPerItem)) {
            return 1;
        }
        double each = Math.max(1, nanosPerItem);
        double fair = Math.max((double) left / window, LEAST_NANOS / each);
        return (int) Math.clamp(Math.round(Math.min(TARGET_NANOS / each, fair)), 1L, Math.min(most, largest * GROWTH));
    }

    /**
     * How many chunks are under way for each worker: a second one, so that it need not wait for the next; none where items are long, or not known yet,
     * since it would wait behind the first while another worker has nothing to do.
     */
    int perWorker() {
        return nanosPerItem < LONG_NANOS ? 2 : 1;
    }

    /** A chunk of so many items took so long. */
    void took(int items, long nanos) {
        double each = (double) nanos / items;
        nanosPerItem = Double.isNaN(nanosPerItem) ? each : (nanosPerItem + each) / 2;
        largest = Math.max(largest, items);
    }
}
