package dev.mosaic.window;

/**
 * How many items the next chunk has: as many as take some {@value #TARGET_MILLIS} ms in a worker, and a fortieth of that to be sent and fetched, by those
 * before. Large enough that sending them costs little beside it, small enough that workers end together and messages stay small.
 *
 * <p><b>Threading:</b> one thread.
 */
public final class ChunkSize {
    private static final int TARGET_MILLIS = 200;
    private static final double TARGET_NANOS = TARGET_MILLIS * 1e6;
    private static final int LEAST_MILLIS = 1;
    private static final double LEAST_NANOS = LEAST_MILLIS * 1e6;
    private static final double LONG_NANOS = 100e6;

    /** Of the program's own time. */
    private static final double TRANSFER_NANOS = TARGET_NANOS / 40;

    private static final int MOST = 100_000;

    /** A chunk has at most so many times the items of the largest before it: the first ones may be faster than the rest. */
    private static final int GROWTH = 8;

    /** The first chunk of each worker is at most so small a part of what it will have. */
    private static final int FIRST = 64;

    private final int fixed;
    private final int most;
    private int largest = 1;
    private double nanosPerItem = Double.NaN;
    private double transferPerItem = Double.NaN;

    /**
     * None is known yet.
     *
     * @param fixed 0 for what is found out
     * @param most more are never given
     */
    public ChunkSize(int fixed, long most) {
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
        boolean isKnown = left != Long.MAX_VALUE;
        double fair = (double) left / window;
        if (Double.isNaN(nanosPerItem)) {
            return isKnown ? (int) Math.clamp(fair / FIRST, 1.0, most) : 1;
        }
        double each = Math.max(1, nanosPerItem);
        double wished = Math.min(TARGET_NANOS / each, Math.max(fair, LEAST_NANOS / each));
        wished = Math.min(wished, TRANSFER_NANOS / Math.max(1, transferPerItem));
        return (int) Math.clamp(Math.round(wished), 1L, Math.min(most, (long) largest * GROWTH));
    }

    /**
     * How many chunks are under way for each worker: a second one, so that it need not wait for the next; none where items are long, or not known yet,
     * since it would wait behind the first while another worker has nothing to do.
     */
    int perWorker() {
        return nanosPerItem < LONG_NANOS ? 2 : 1;
    }

    /**
     * What became of a chunk. An item that is long once, as the first is where classes are loaded for it, is forgotten soon.
     *
     * @param nanos in the worker
     * @param transfer nanoseconds in the program, to send and to fetch it
     */
    void took(int items, long nanos, long transfer) {
        nanosPerItem = mean(nanosPerItem, (double) nanos / items);
        transferPerItem = mean(transferPerItem, (double) transfer / items);
        largest = Math.max(largest, items);
    }

    private static double mean(double before, double now) {
        return Double.isNaN(before) ? now : Math.min((before + now) / 2, 2 * now);
    }
}
