package dev.mosaic.service;

/**
 * Time as a unit experienced it: while its process was stopped (SIGSTOP, a debugger, a suspended machine, a long collection) no time
 * has passed. So it takes nobody for silent whose words only wait to be read.
 *
 * <p><b>Threading:</b> {@link #now} any thread; {@link #tick} one. <b>Cost:</b> that of {@code System.nanoTime}.
 */
final class PatientClock {
    private final long stoppedNanos;
    private volatile long lostNanos;
    private long lastNanos;

    /** @param stoppedNanos a tick that comes this much after the one before tells that the process was stopped */
    PatientClock(long nanos, long stoppedNanos) {
        this.stoppedNanos = stoppedNanos;
        this.lastNanos = nanos;
    }

    long now(long nanos) {
        return nanos - lostNanos;
    }

    /** To be called steadily. */
    @SuppressWarnings("NonAtomicVolatileUpdate") // one thread ticks
    long tick(long nanos) {
        long gap = nanos - lastNanos;
        lastNanos = nanos;
        if (gap > stoppedNanos) {
            lostNanos += gap;
        }
        return now(nanos);
    }
}
