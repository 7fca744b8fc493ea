package dev.mosaic.monitor;

/**
 * Time as a unit experienced it: while its process was stopped (SIGSTOP, a debugger, a suspended machine, a long collection) no time
 * has passed. So it takes nobody for silent whose words only wait to be read.
 *
 * <p>It never goes back: whoever looks first after a stop finds it, be it an event or a tick.
 *
 * <p><b>Threading:</b> any thread. <b>Cost:</b> that of {@code System.nanoTime}, and a lock that is held for some instructions.
 */
public final class PatientClock {
    private final long stoppedNanos;
    private long lostNanos;
    private long lastNanos;

    /** @param stoppedNanos a look that comes this much after the one before tells that the process was stopped */
    public PatientClock(long nanos, long stoppedNanos) {
        this.stoppedNanos = stoppedNanos;
        this.lastNanos = nanos;
    }

    /**
     * The time at that reading of {@code System.nanoTime}. To be called steadily, so that a gap means a stop. A reading that another
     * thread has overtaken gives the time of that.
     */
    public synchronized long now(long nanos) {
        long gap = nanos - lastNanos;
        if (gap > stoppedNanos) {
            lostNanos += gap;
        }
        if (gap > 0) {
            lastNanos = nanos;
        }
        return lastNanos - lostNanos;
    }
}
