package dev.mosaic.node;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/**
 * How long a node that is drained waits: until its deadline, and not longer than {@link #ALONE} without a monitor, as nothing moves
 * without one. A cluster that is deleted as a whole ends so.
 *
 * <p><b>Threading:</b> one thread.
 */
final class DrainTime {
    /** The next monitor of a cluster that lives has come by then. */
    private static final Duration ALONE = Duration.ofSeconds(20);

    private static final Duration LOOK = Duration.ofMillis(500);

    private final BooleanSupplier monitor;
    private final long endNanos;
    private long seenNanos = System.nanoTime();

    /** @param monitor true while there is one; asked now and then */
    DrainTime(Duration deadline, BooleanSupplier monitor) {
        this.monitor = monitor;
        this.endNanos = seenNanos + deadline.toNanos();
    }

    /**
     * Waits.
     *
     * @param after how much longer than the deadline
     * @param part waits for so long at most, and says whether all is done
     * @return true where all is done, false where the time is over
     */
    boolean await(Duration after, Predicate<Duration> part) {
        while (true) {
            long now = System.nanoTime();
            if (monitor.getAsBoolean()) {
                seenNanos = now;
            }
            long left = Math.min(endNanos + after.toNanos() - now, seenNanos + ALONE.toNanos() - now);
            if (part.test(Duration.ofNanos(Math.clamp(left, 0, LOOK.toNanos())))) {
                return true;
            }
            if (left <= 0) {
                return false;
            }
        }
    }

    /** True where nobody was there for it any more. */
    boolean isAlone() {
        return System.nanoTime() - seenNanos >= ALONE.toNanos();
    }
}
