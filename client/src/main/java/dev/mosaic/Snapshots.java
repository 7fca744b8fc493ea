package dev.mosaic;

import java.time.Duration;

/**
 * When the state of a tessera is stored, if its class is a {@link Snapshot}.
 *
 * <p><b>Threading:</b> immutable.
 */
public final class Snapshots {
    /**
     * After every call, before its result is returned: no result that a caller has seen is lost. Each call costs a {@link Snapshot#snapshot} and a
     * round trip to the warehouse, during which other calls run.
     */
    public static final Snapshots EVERY_CALL = new Snapshots(Duration.ZERO);

    /** Only before the tessera moves from a worker that is drained. After a crash it restarts with the last such state, or with none. */
    public static final Snapshots DRAIN = new Snapshots(Duration.ofNanos(Long.MAX_VALUE));

    private final Duration interval;

    private Snapshots(Duration interval) {
        this.interval = interval;
    }

    /** At this interval, if calls have ended since. Changes after the last snapshot are lost with the worker. */
    public static Snapshots every(Duration interval) {
        if (interval.isNegative() || interval.isZero()) {
            throw new InvalidOptionException("interval=" + interval, "give a time above 0, or say EVERY_CALL");
        }
        return new Snapshots(interval);
    }

    /** Zero if after every call. */
    public Duration interval() {
        return interval;
    }

    @Override
    public String toString() {
        return this == EVERY_CALL ? "EVERY_CALL" : this == DRAIN ? "DRAIN" : "every " + interval;
    }
}
