package dev.mosaic.warehouse.s3;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/**
 * How long something is tried again.
 *
 * @param deadlineNanos by {@link System#nanoTime}
 */
record Patience(long deadlineNanos) {
    private static final long FIRST_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final int MOST_DOUBLINGS = 5;

    /** How long to wait before that attempt, from 1 on; less than 0 where there is none. */
    long pauseNanos(int attempt) {
        long most = FIRST_NANOS << Math.min(attempt - 1, MOST_DOUBLINGS);
        long pause = most / 2 + ThreadLocalRandom.current().nextLong(most / 2);
        return System.nanoTime() + pause - deadlineNanos > 0 ? -1 : pause;
    }
}
