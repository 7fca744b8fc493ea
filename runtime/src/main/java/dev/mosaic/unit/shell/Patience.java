package dev.mosaic.unit.shell;

import dev.mosaic.mesh.Mesh;
import java.util.concurrent.CancellationException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * How threads wait here: a platform thread carries the mesh meanwhile, so that it reads its own answer; a virtual one parks.
 *
 * <p><b>Threading:</b> any thread but one inside the loop or the receiver. Whoever makes a condition true calls {@link #wake}.
 * <b>Failure:</b> an interrupted thread stops waiting with {@link CancellationException}, and stays interrupted.
 */
final class Patience {
    /** A time that never comes. */
    static final long FOREVER = Long.MAX_VALUE / 4;

    private final Mesh mesh;
    private final BooleanSupplier isClosed;

    Patience(Mesh mesh, BooleanSupplier isClosed) {
        this.mesh = mesh;
        this.isClosed = isClosed;
    }

    /** Waits until the condition is true, the time is over or the unit closed; gives what the condition said last. */
    boolean await(BooleanSupplier done, long timeoutNanos) {
        if (done.getAsBoolean()) {
            return true;
        }
        BooleanSupplier over = () -> done.getAsBoolean() || isClosed.getAsBoolean();
        long deadline = System.nanoTime() + timeoutNanos;
        boolean isVirtual = Thread.currentThread().isVirtual();
        while (!over.getAsBoolean()) {
            long left = deadline - System.nanoTime();
            if (left <= 0) {
                break;
            }
            if (Thread.currentThread().isInterrupted()) {
                throw new CancellationException("the thread was interrupted while it waited");
            }
            if (isVirtual) {
                LockSupport.parkNanos(this, left);
            } else {
                mesh.carry(over, left);
            }
        }
        return done.getAsBoolean();
    }

    /** Has a waiting thread look at its condition again. */
    void wake(Thread waiting) {
        if (waiting.isVirtual()) {
            LockSupport.unpark(waiting);
        } else if (!waiting.equals(Thread.currentThread())) {
            mesh.wake(waiting);
        }
    }
}
