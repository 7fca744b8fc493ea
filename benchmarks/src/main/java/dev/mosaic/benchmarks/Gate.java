package dev.mosaic.benchmarks;

import dev.mosaic.mesh.Mesh;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * What one thread waits at until another one opens it.
 *
 * <p><b>Threading:</b> the thread that made it shuts it and waits; any thread opens it. <b>Failure:</b> a wait of over 10 s
 * is an {@link IllegalStateException}.
 */
final class Gate {
    private static final long LONG_NANOS = 10_000_000_000L;

    private final Thread owner = Thread.currentThread();
    private final BooleanSupplier isOpen = this::isOpen;
    private volatile boolean open;

    private boolean isOpen() {
        return open;
    }

    void shut() {
        open = false;
    }

    void open() {
        open = true;
        if (!Thread.currentThread().equals(owner)) {
            LockSupport.unpark(owner);
        }
    }

    /** Waits without carrying, for what another thread of the mesh will tell. */
    void await(String what) {
        long end = System.nanoTime() + LONG_NANOS;
        while (!open) {
            long left = end - System.nanoTime();
            if (left <= 0) {
                throw new IllegalStateException("waited 10 s for " + what);
            }
            LockSupport.parkNanos(this, left);
        }
    }

    /** Waits and carries the mesh meanwhile. */
    void await(Mesh mesh, String what) {
        if (!mesh.carry(isOpen, LONG_NANOS)) {
            throw new IllegalStateException("waited 10 s for " + what);
        }
    }
}
