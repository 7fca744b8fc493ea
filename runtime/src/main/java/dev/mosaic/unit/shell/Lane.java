package dev.mosaic.unit.shell;

import dev.mosaic.message.Outcome;
import dev.mosaic.unit.CurrentUnit;
import dev.mosaic.unit.mailbox.Run;
import java.lang.System.Logger.Level;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A thread that runs user code. While it has none it carries the mesh, if no other does: then it reads a call, runs it and
 * sends the answer without another thread. After each run it has its name, priority, context class loader and handler of uncaught
 * exceptions again, and is not interrupted. Thread locals stay: the JDK has no call that removes them, and libraries keep there what is
 * expensive to make.
 *
 * <p><b>Threading:</b> {@link #give} is called in the loop, the rest
 * by the thread itself. <b>Failure:</b> whatever user code throws becomes the outcome of its run; the thread goes on.
 */
final class Lane extends Thread {
    private static final System.Logger LOG = System.getLogger("dev.mosaic.unit");
    private static final long RETIRE_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final Engine engine;
    private final Lanes lanes;
    private final Performer performer;
    private final Seat seat;
    private final String name;
    private final int priority;
    private volatile @Nullable Run next;

    @SuppressWarnings("ThreadPriorityCheck") // it is that of the task that runs in the thread which makes this one
    Lane(Engine engine, Lanes lanes, String name) {
        super(null, null, name, 0, false);
        this.engine = engine;
        this.lanes = lanes;
        this.performer = new Performer(engine);
        this.seat = new Seat(engine, this);
        this.name = name;
        setPriority(NORM_PRIORITY);
        this.priority = getPriority(); // less where the group may have less
        setDaemon(true);
        setContextClassLoader(engine.options.code());
    }

    // ---- in the loop

    void give(Run run) {
        next = run;
        engine.patience.wake(this);
    }

    /** Where its run is. */
    Seat seat() {
        return seat;
    }

    // ---- the thread

    @Override
    public void run() {
        try {
            CurrentUnit.runIn(engine.unit, this::serve);
        } catch (Throwable broken) {
            LOG.log(Level.ERROR, getName() + " ends, another thread takes its place", broken);
            engine.loop.run(now -> {
                Run given = next;
                next = null;
                lanes.died(this, given);
            });
        }
    }

    private boolean hasNext() {
        return next != null;
    }

    private void serve() {
        for (Run run = await(); run != null; run = await()) {
            serve(run);
            reset();
        }
    }

    /** Takes back what user code has changed of this thread. */
    @SuppressWarnings("ThreadPriorityCheck") // user code has set another one
    private void reset() {
        if (!getName().equals(name)) {
            setName(name);
        }
        if (getPriority() != priority) {
            setPriority(priority);
        }
        if (!engine.options.code().equals(getContextClassLoader())) {
            setContextClassLoader(engine.options.code());
        }
        if (!Objects.equals(getThreadGroup(), getUncaughtExceptionHandler())) {
            setUncaughtExceptionHandler(null);
        }
    }

    private void serve(Run run) {
        seat.begin(run);
        Outcome outcome = run.isCancelled() ? Outcome.NOTHING : performer.perform(run);
        seat.end();
        if (outcome != null) {
            Object kept = performer.kept();
            engine.loop.run(now -> {
                try {
                    lanes.free(this);
                    lanes.finished(now, run, outcome);
                } finally {
                    java.lang.ref.Reference.reachabilityFence(kept);
                }
            });
        } else {
            CompletionStage<?> promise = performer.promise();
            engine.loop.run(now -> {
                lanes.free(this);
                lanes.promised(run, promise);
                engine.kernel.promised(now, run);
            });
            performer.whenKept(run, promise);
        }
    }

    /** The next run; null when there is none and this thread is to end. */
    private @Nullable Run await() {
        while (!engine.isClosed()) {
            interrupted(); // else the thread would not wait
            Run given = next;
            if (given != null) {
                interrupted(); // came late, for the run before
                next = null;
                return engine.isClosed() ? null : given;
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
}
