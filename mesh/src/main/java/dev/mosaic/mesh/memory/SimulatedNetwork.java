package dev.mosaic.mesh.memory;

import java.time.Duration;

/**
 * A network on one thread, in virtual time: nothing happens but in {@link #step} and what calls it. The same seed and the
 * same calls give the same events at the same times.
 *
 * <p>What the port says of waiting reads differently here. {@link dev.mosaic.mesh.Mesh#carry} runs events until its
 * condition holds or its time has passed virtually, and must not be called by a receiver. {@link
 * dev.mosaic.mesh.Mesh#close} returns at once; what was queued is tried by the steps that follow.
 *
 * <p><b>Threading:</b> one thread, or several that take turns under a lock of their own. <b>Failure:</b> an {@link Error}
 * out of a receiver, such as a failed assertion, comes out of {@code step}; it is an {@link IllegalStateException} to run
 * events from within an event.
 */
public final class SimulatedNetwork extends MemoryNetwork {
    private final VirtualTime time;

    SimulatedNetwork(long seed, Delays delays) {
        this(new VirtualTime(seed, delays));
    }

    private SimulatedNetwork(VirtualTime time) {
        super(new Switchboard(new NetworkLock(), time));
        this.time = time;
    }

    /** Moves on to the next event and runs it; false where there is none. */
    public boolean step() {
        return time.step();
    }

    /**
     * Runs events until none is left. That takes in all re-dials, so a peer that cannot be reached is given up.
     *
     * @return how many there were
     */
    public long runUntilIdle() {
        long events = 0;
        while (time.step()) {
            events++;
        }
        return events;
    }

    /** Runs the events of the next while, and leaves the clock at its end. */
    public void advance(Duration duration) {
        time.runUntil(time.nowNanos() + duration.toNanos());
    }

    /** Has something of the caller's own, such as a timer of a unit, happen among the events. */
    public void after(Duration delay, Runnable action) {
        time.postAfter(delay.toNanos(), action);
    }

    /** How much time has passed. */
    public long nowNanos() {
        return time.nowNanos();
    }
}
