package dev.mosaic;

import java.time.Duration;

/**
 * When the state of a tessera whose class is a {@link Snapshot} is kept, so that it can be made again with it.
 *
 * <p><b>Threading:</b> immutable.
 */
public final class Snapshots {
    /**
     * After every call, before its outcome is told: what the caller has heard of is never lost. Each call costs a
     * {@link Snapshot#snapshot} and a round trip to the warehouse; other tesserae run meanwhile, and the tessera's own next call,
     * too.
     */
    public static final Snapshots EVERY_CALL = new Snapshots(Duration.ZERO);

    /** Only before it is moved from a worker that is to end; a life after a sudden death begins with the last such state, or none. */
    public static final Snapshots DRAIN = new Snapshots(Duration.ofNanos(Long.MAX_VALUE));

    private final Duration interval;

    private Snapshots(Duration interval) {
        this.interval = interval;
    }

    /** Once calls have ended and this much time is over: what they did since is lost with the worker. */
    public static Snapshots every(Duration interval) {
        if (interval.isNegative() || interval.isZero()) {
            throw new InvalidOptionException("interval=" + interval, "give a time above 0, or say EVERY_CALL");
        }
        return new Snapshots(interval);
    }

    /** Zero for every call. */
    public Duration interval() {
        return interval;
    }

    @Override
    public String toString() {
        return this == EVERY_CALL ? "EVERY_CALL" : this == DRAIN ? "DRAIN" : "every " + interval;
    }
}
