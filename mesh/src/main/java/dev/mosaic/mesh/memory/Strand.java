package dev.mosaic.mesh.memory;

import java.util.function.BooleanSupplier;

/**
 * A line of events of which one runs at a time, in order of their time and then of their posting. Each mesh has one per
 * lane.
 */
interface Strand {
    /** Has an event run at that time or later, unless the strand was stopped. The network's lock is held. */
    void post(long atNanos, Runnable event);

    /** See {@link dev.mosaic.mesh.Mesh#carry}. The network's lock is not held. */
    boolean carry(BooleanSupplier done, long timeoutNanos);

    /** Drops all events, those to come as well. The network's lock is held. */
    void stop();

    /** True while an event runs on a thread other than the caller's. The network's lock is held. */
    boolean isRunningElsewhere();
}
