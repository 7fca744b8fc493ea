package dev.mosaic.mesh.socket;

/**
 * Tells a sender that sends faster than it is answered from one in conversation. In a burst the driver writes, and what is
 * put meanwhile goes along in one batch; in conversation the sender writes itself, so that nothing is delayed.
 *
 * <p><b>Threading:</b> who has the writer's role of the link. Time is an argument.
 */
final class Burst {
    private static final long BURST_NANOS = 20_000;

    private long wroteNanos;
    private long heardNanos;
    private boolean wrote;

    /** About to write; {@code lastHeardNanos} is when the link last heard from its peer. */
    boolean goesOn(long nowNanos, long lastHeardNanos) {
        boolean burst = wrote && lastHeardNanos == heardNanos && nowNanos - wroteNanos < BURST_NANOS;
        wrote = true;
        heardNanos = lastHeardNanos;
        wroteNanos = nowNanos;
        return burst;
    }
}
