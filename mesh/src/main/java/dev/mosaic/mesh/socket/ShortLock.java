package dev.mosaic.mesh.socket;

import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A lock for sections of some tens of nanoseconds that never block: who finds it taken spins, then yields. A monitor would
 * park the thread, and waking it costs a thousand times what it waited for.
 *
 * <p><b>Threading:</b> any thread, not reentrant. <b>Cost:</b> one compare-and-set and one ordered write where it is free.
 */
final class ShortLock {
    private static final int SPINS = 100;

    private final AtomicBoolean taken = new AtomicBoolean();

    void lock() {
        if (!taken.compareAndSet(false, true)) {
            await();
        }
    }

    void unlock() {
        taken.setRelease(false);
    }

    @SuppressWarnings("ThreadPriorityCheck") // who holds it may wait for this processor
    private void await() {
        int spins = 0;
        do {
            if (spins++ < SPINS) {
                Thread.onSpinWait();
            } else {
                Thread.yield();
            }
        } while (taken.getOpaque() || !taken.compareAndSet(false, true));
    }
}
