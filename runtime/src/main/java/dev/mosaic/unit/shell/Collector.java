package dev.mosaic.unit.shell;

import java.util.concurrent.TimeUnit;

/**
 * Has the JVM look for garbage where what that keeps alive lies in other processes: the collector does not see how much it is, and
 * where little is allocated here it would look too late.
 *
 * <p><b>Threading:</b> the clock's thread, where nothing else is said. <b>Cost:</b> a tenth of the time at most.
 */
final class Collector {
    private static final long LEAST_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final int SHARE = 10;

    private final Clock clock;
    private volatile boolean isWanted;
    private long nextNanos = System.nanoTime();

    Collector(Clock clock) {
        this.clock = clock;
    }

    /** Soon. Any thread. */
    void want() {
        isWanted = true;
        clock.tell(this::collect);
    }

    /** Comes back to what was too soon. Any thread. */
    void sweep() {
        if (isWanted) {
            clock.tell(this::collect);
        }
    }

    private void collect() {
        long begun = System.nanoTime();
        if (isWanted && begun - nextNanos >= 0) {
            isWanted = false;
            System.gc();
            long took = System.nanoTime() - begun;
            nextNanos = begun + Math.max(LEAST_NANOS, SHARE * took);
        }
    }
}
