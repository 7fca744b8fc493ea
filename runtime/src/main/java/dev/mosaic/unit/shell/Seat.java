package dev.mosaic.unit.shell;

import dev.mosaic.message.Failure;
import dev.mosaic.message.Id;
import dev.mosaic.unit.mailbox.Run;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Where a run of user code is: its thread, and what the loop tells that while it waits.
 *
 * <p><b>Threading:</b> {@link #resume}, {@link #deadlock} and {@link #interrupt} are called in the loop, the rest by the thread
 * itself.
 */
final class Seat {
    private static final ScopedValue<Seat> OF_VIRTUAL = ScopedValue.newInstance();

    final Engine engine;
    private final Thread thread;
    private volatile boolean resumed;
    private volatile @Nullable Failure deadlock;
    volatile @Nullable Run running;

    /** Its run has returned a promise: it has no permit, and a wait gives none back. */
    private volatile boolean promised;

    Seat(Engine engine, Thread thread) {
        this.engine = engine;
        this.thread = thread;
    }

    // ---- in the loop

    void resume() {
        resumed = true;
        engine.patience.wake(thread);
    }

    void deadlock(Failure failure) {
        deadlock = failure;
        engine.patience.wake(thread);
    }

    /** Where it runs that one. What comes too late for it is cleared before the next run. */
    void interrupt(Run run) {
        if (run.equals(running)) {
            thread.interrupt();
        }
    }

    /** The unit closes: code that runs is interrupted. */
    void close() {
        thread.interrupt();
    }

    // ---- the thread

    /** Who cancels the run sees it here, or it is seen here that it was cancelled. */
    void begin(Run run) {
        promised = false;
        running = run;
    }

    /** The method has returned a promise, which this thread goes on to serve. */
    void promised() {
        promised = true;
    }

    void end() {
        running = null;
    }

    /** Does something in a virtual thread, as the one of this seat. */
    void occupy(Runnable piece) {
        ScopedValue.where(OF_VIRTUAL, this).run(piece);
    }

    // ---- what runs

    /** True in user code of any worker of this process. */
    static boolean isTaken() {
        return current() != null;
    }

    static @Nullable Seat current() {
        Thread current = Thread.currentThread();
        if (current instanceof Lane lane) {
            return lane.seat();
        }
        boolean isStrand = current.isVirtual() && OF_VIRTUAL.isBound();
        return isStrand ? OF_VIRTUAL.get() : null;
    }

    /** The call whose code this thread runs; null where it runs none of this unit's. */
    static @Nullable Id currentTask(Engine engine) {
        Run run = currentRun(engine);
        return run == null ? null : run.task();
    }

    /** That call, as it runs here. */
    static @Nullable Run currentRun(Engine engine) {
        Seat seat = current();
        return seat == null || seat.engine != engine ? null : seat.running;
    }

    /**
     * Waits until the condition is true or the time is over; user code with a permit gives that to another run meanwhile.
     *
     * @param awaited the task, whose waits are looked at for a cycle
     */
    static boolean await(Engine engine, BooleanSupplier done, Id awaited, long timeoutNanos) {
        if (done.getAsBoolean()) {
            return true;
        }
        Seat seat = current();
        if (seat != null && seat.engine == engine && !seat.promised) {
            Run run = seat.running;
            if (run != null) {
                return seat.block(run, done, awaited, timeoutNanos);
            }
        }
        return engine.patience.await(done, timeoutNanos);
    }

    private boolean block(Run run, BooleanSupplier done, Id awaited, long timeoutNanos) {
        resumed = false;
        deadlock = null;
        engine.loop.run(now -> {
            engine.lanes.blocked(run, this);
            engine.kernel.blocked(now, run, awaited);
        });
        boolean isDone;
        try {
            isDone = engine.patience.await(() -> done.getAsBoolean() || deadlock != null, timeoutNanos);
        } finally {
            engine.loop.run(now -> engine.kernel.unblocked(now, run));
            awaitPermit();
        }
        Failure cycle = deadlock;
        if (cycle != null && !done.getAsBoolean()) {
            throw Failures.made(Failure.Kind.DEADLOCK, cycle.what(), null);
        }
        return isDone && done.getAsBoolean();
    }

    /** Goes on only with a permit, interrupted or not. */
    private void awaitPermit() {
        boolean interrupted = false;
        while (!resumed && !engine.isClosed()) {
            interrupted |= Thread.interrupted();
            if (thread.isVirtual()) {
                LockSupport.park(this);
            } else {
                engine.mesh.carry(() -> resumed || engine.isClosed(), Patience.FOREVER);
            }
        }
        if (interrupted) {
            thread.interrupt();
        }
    }
}
