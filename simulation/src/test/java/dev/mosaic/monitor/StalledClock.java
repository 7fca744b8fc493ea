package dev.mosaic.monitor;

/** The clock that the shells of services have, over virtual time. */
public final class StalledClock {
    private final PatientClock clock;

    /** @param stoppedNanos as in the clock */
    public StalledClock(long nanos, long stoppedNanos) {
        this.clock = new PatientClock(nanos, stoppedNanos);
    }

    public long now(long nanos) {
        return clock.now(nanos);
    }
}
