package dev.mosaic;

import java.time.Duration;

/**
 * An option that sets when the state of a tessera is stored. It has an effect only if the class of the tessera is a {@link Snapshot}.
 *
 * <p><b>Threading:</b> immutable.
 */
public final class Snapshots {
    /**
     * Stores the state after every call, before its result is returned. So no result that a caller has seen is lost. Each call costs a {@link
     * Snapshot#snapshot} and a round trip to the warehouse, during which other calls run.
     */
    public static final Snapshots EVERY_CALL = new Snapshots(Duration.ZERO);

    /** Stores the state only before the tessera moves from a drained worker. After a crash it restarts with the last such state, or with none. */
    public static final Snapshots DRAIN = new Snapshots(Duration.ofNanos(Long.MAX_VALUE));

    private final Duration interval;

    private Snapshots(Duration interval) {
        this.interval = interval;
    }

    /** Stores the state at this interval, if calls have ended since. Changes after the last snapshot are lost with the worker. */
    public static Snapshots every(Duration interval) {
        if (interval.isNegative() || interval.isZero()) {
            throw new InvalidOptionException("interval=" + interval, "give a time above 0, or use EVERY_CALL");
        }
        return new Snapshots(interval);
    }

    /** The interval; zero if the state is stored after every call. */
    public Duration interval() {
        return interval;
    }

    @Override
    public String toString() {
        return this == EVERY_CALL ? "EVERY_CALL" : this == DRAIN ? "DRAIN" : "every " + interval;
    }
}
