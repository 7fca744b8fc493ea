package dev.mosaic.mesh.memory;

import java.util.function.BooleanSupplier;

/** What time it is and how long things take. The network's lock is held in all calls but {@link #nowNanos}. */
interface Timeline {
    /** Of an origin that means nothing. */
    long nowNanos();

    /** Whether a link that opens now is a slow one. */
    boolean drawSlow();

    /** How long the next thing travels. */
    long drawTravelNanos(boolean slow);

    /** A line of events, on a thread of that name where there are threads. */
    Strand strand(String name);

    /**
     * Waits for others to make the condition true, and answers true; does nothing and answers false where there are no
     * others.
     */
    boolean await(BooleanSupplier condition, long timeoutNanos);
}
