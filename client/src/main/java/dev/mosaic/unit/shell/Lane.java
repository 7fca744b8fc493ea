package dev.mosaic.unit.shell;

import dev.mosaic.message.Failure;
import dev.mosaic.message.Id;
import dev.mosaic.message.Outcome;
import dev.mosaic.unit.CurrentUnit;
import dev.mosaic.unit.mailbox.Run;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A thread that runs user code. While it has none it carries the mesh, if no other does: then it reads a call, runs it and
 * sends the answer without another thread.
 *
 * <p><b>Threading:</b> {@link #give}, {@link #resume}, {@link #deadlock} and {@link #close} are called in the loop, the rest
 * by the thread itself. <b>Failure:</b> whatever user code throws becomes the outcome of its run; the thread goes on.
 */
final class Lane extends Thread {
    private static final long RETIRE_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final Engine engine;
    private final Lanes lanes;
    private final Performer performer;
    private volatile @Nullable Run next;
    private volatile boolean resumed;
    private volatile @Nullable Failure deadlock;
    private volatile @Nullable Run running;

    Lane(Engine engine, Lanes lanes, String name) {
        super(null, null, name, 0, false);
        this.engine = engine;
        this.lanes = lanes;
        this.performer = new Performer(engine);
        setDaemon(true);
        setContextClassLoader(engine.options.code());
    }

    // ---- in the loop

    void give(Run run) {
        next = run;
        engine.patience.wake(this);
    }

    void resume() {
        resumed = true;
        engine.patience.wake(this);
    }

    void deadlock(Failure failure) {
        deadlock = failure;
        engine.patience.wake(this);
    }

    /** Where it runs that one. What comes too late for it is cleared before the next run. */
    void interrupt(Run run) {
        if (run.equals(running)) {
            interrupt();
        }
    }

    /** The unit closes: code that runs is interrupted. */
    void close() {
        interrupt();
    }

    // ---- the thread

    @Override
    public void run() {
        CurrentUnit.runIn(engine.unit, this::serve);
    }

    private boolean hasNext() {
        return next != null;
    }

    private void serve() {
        for (Run run = await(); run != null; run = await()) {
            serve(run);
        }
    }

    private void serve(Run run) {
        running = run; // seen by who cancels it, or it is seen here that it was cancelled
        Outcome outcome = run.isCancelled() ? Outcome.NOTHING : performer.perform(run);
        running = null;
        if (outcome != null) {
            engine.loop.run(now -> {
                lanes.free(this);
                lanes.finished(now, run, outcome);
            });
        } else {
            engine.loop.run(now -> {
                lanes.free(this);
                lanes.promised(run, performer.promise());
                engine.kernel.promised(now, run);
            });
            performer.whenKept(run);
        }
    }

    /** The next run; null when there is none and this thread is to end. */
    private @Nullable Run await() {
        while (!engine.isClosed()) {
            interrupted(); // left over from user code
            Run given = next;
            if (given != null) {
                next = null;
                return given;
            }
            if (lanes.carrying().compareAndSet(null, this)) {
                try {
                    engine.mesh.carry(() -> hasNext() || engine.isClosed(), Patience.FOREVER);
                } finally {
                    lanes.carrying().set(null);
                }
            } else {
                LockSupport.parkNanos(this, RETIRE_NANOS);
                if (!hasNext() && !engine.isClosed() && lanes.carrying().get() != null && isSpare()) {
                    return null;
                }
            }
        }
        return null;
    }

    private boolean isSpare() {
        return engine.loop.ask(() -> lanes.retires(this));
    }

    // ---- waits of user code

    /** The call whose code this thread runs; null where it runs none of this unit's. */
    static @Nullable Id currentTask(Engine engine) {
        Run run = Thread.currentThread() instanceof Lane lane && lane.engine == engine ? lane.running : null;
        return run == null ? null : run.task();
    }

    /**
     * Waits until the condition is true or the time is over; user code in a lane gives its permit to another run meanwhile.
     *
     * @param awaited the task, whose waits are looked at for a cycle
     */
    static boolean await(Engine engine, BooleanSupplier done, Id awaited, long timeoutNanos) {
        if (done.getAsBoolean()) {
            return true;
        }
        return (Thread.currentThread() instanceof Lane lane && lane.engine == engine && lane.running != null)
                ? lane.block(lane.running, done, awaited, timeoutNanos)
                : engine.patience.await(done, timeoutNanos);
    }

    private boolean block(Run run, BooleanSupplier done, Id awaited, long timeoutNanos) {
        resumed = false;
        deadlock = null;
        engine.loop.run(now -> {
            lanes.blocked(run, this);
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
            interrupted |= interrupted();
            engine.mesh.carry(() -> resumed || engine.isClosed(), Patience.FOREVER);
        }
        if (interrupted) {
            interrupt();
        }
    }
}
