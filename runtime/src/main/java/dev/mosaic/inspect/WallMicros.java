package dev.mosaic.inspect;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Readings of {@link System#nanoTime} as microseconds since the epoch. A reading is the same microsecond each time it is asked for, so that a
 * page goes on where the one before ended; only where the clock was set, or has moved by {@value #MOST_DRIFT_MICROS} us since, it is another.
 *
 * <p><b>Threading:</b> any thread.
 */
public final class WallMicros {
    static final long MOST_DRIFT_MICROS = 10_000;

    private static final long MICRO = 1_000;
    private static final long SHORT_NANOS = 20_000;
    private static final int TRIES = 10;

    private static final AtomicLong OFFSET = new AtomicLong(measured());

    private WallMicros() {}

    /** What is to be added to a reading in microseconds. */
    public static long offset() {
        long fresh = measured();
        return OFFSET.updateAndGet(kept -> kept(kept, fresh));
    }

    static long kept(long before, long fresh) {
        return Math.abs(fresh - before) > MOST_DRIFT_MICROS ? fresh : before;
    }

    /** Two clocks are read, between which the thread may have to wait: that is seen, and done again. */
    private static long measured() {
        long offset = 0;
        long best = Long.MAX_VALUE;
        for (int i = 0; i < TRIES && best > SHORT_NANOS; i++) {
            long before = System.nanoTime();
            long wall = ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
            long took = System.nanoTime() - before;
            if (took < best) {
                best = took;
                offset = wall - Math.floorDiv(before, MICRO);
            }
        }
        return offset;
    }

    /** The microsecond of a reading. */
    public static long of(long offset, long nanos) {
        return offset + Math.floorDiv(nanos, MICRO);
    }
}
