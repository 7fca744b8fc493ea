package dev.mosaic.parallel;

/**
 * How many items the next chunk has: as many as take some {@value #TARGET_MILLIS} ms, by the time that those before took. Large enough that
 * sending them costs little beside it, small enough that workers end together.
 *
 * <p><b>Threading:</b> one thread.
 */
final class ChunkSize {
    private static final int TARGET_MILLIS = 20;
    private static final double TARGET_NANOS = TARGET_MILLIS * 1e6;
    private static final int MOST = 10_000;

    /** A chunk has at most so many times the items of the largest before it: the first ones may be faster than the rest. */
    private static final int GROWTH = 8;

    private final int fixed;
    private int largest = 1;
    private double nanosPerItem = Double.NaN;

    /** @param fixed 0 for what is found out */
    ChunkSize(int fixed) {
        this.fixed = fixed;
    }

    int next() {
        if (fixed > 0) {
            return fixed;
        }
        if (Double.isNaN(nanosPerItem)) {
            return 1;
        }
        return (int) Math.clamp(TARGET_NANOS / Math.max(1, nanosPerItem), 1, Math.min(MOST, largest * GROWTH));
    }

    /** A chunk of so many items took so long. */
    void took(int items, long nanos) {
        double each = (double) nanos / items;
        nanosPerItem = Double.isNaN(nanosPerItem) ? each : (nanosPerItem + each) / 2;
        largest = Math.max(largest, items);
    }
}
