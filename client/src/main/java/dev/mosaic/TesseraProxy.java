package dev.mosaic;

import dev.mosaic.invoke.OtherCalls;
import dev.mosaic.unit.Outgoing;
import dev.mosaic.unit.TesseraHandle;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The small value through which a tessera is called; superclass of every generated {@code XProxy}. It travels: as
 * argument, in fields and in collections, and names the same tessera wherever it arrives.
 *
 * <p>For the processor: a generated proxy has one constructor, {@code XProxy(TesseraHandle)}, public, which is also how it is
 * rebuilt on arrival; {@code public static final MethodTable TABLE = SolverDispatcher.TABLE}; and for each entry of the class's {@link dev.mosaic.invoke.MethodTable} a method such as
 *
 * <pre>{@code
 * public Task<float[]> solve(float[] update) {
 *     return call(3).floats(update).send();          // 3: index in the method table
 * }
 * public Task<float[]> solve(Arg<? extends float[]> update) {
 *     return call(3).arg(update).send();
 * }
 * public SolverProxy after(Arg<?>... tasks) { return new SolverProxy(handle().after(tasks)); }
 * public SolverProxy unordered() { return new SolverProxy(handle().unordered()); }
 * public SolverProxy withCallOptions(Consumer<CallOptions> options) { return new SolverProxy(handle().withCallOptions(options)); }
 * }</pre>
 *
 * <p><b>Threading:</b> immutable; any thread. Calls of one thread run in the order in which they are made.
 * <b>Cost:</b> one object. The tessera lives while one of its proxies is reachable, or until {@link #drop}. <b>Failure:</b> the returned
 * task reports remote failures; no method here throws them. A call of a tessera that has ended returns a failed task.
 */
public abstract class TesseraProxy {
    /** Where a tessera is in its life. */
    public enum State {
        /** It has no place yet, or its constructor has not returned. */
        PENDING,
        /** It takes calls. */
        LISTENING,
        /** On its way to another worker. */
        MOVING,
        /** Kept as a snapshot, and brought back by the next call. */
        PASSIVE,
        /** Dropped, or ended with its program. */
        STOPPED,
        /** Its constructor threw, or its worker was lost. */
        FAILED
    }

    private final TesseraHandle handle;

    protected TesseraProxy(TesseraHandle handle) {
        this.handle = Objects.requireNonNull(handle);
    }

    /** Its name, {@code tess-<class>-<id>}. */
    public final String uid() {
        return handle.uid();
    }

    public final State state() {
        return handle.state();
    }

    /** The uid of the worker it lives in; empty while it has none. */
    public final String worker() {
        return handle.worker();
    }

    /** Done when its constructor has returned, whatever runs; fails as a call would. Wakes one that is passive. */
    public final Task<@Nullable Void> ready() {
        return call(OtherCalls.READY).send();
    }

    /**
     * Ends the tessera after the calls this caller made before, and after the calls of others that run then; later calls fail with
     * {@link TesseraStoppedException}. This method returns at once. Its task is done when the tessera has ended, so it waits as long as a
     * call does that runs: for one that never ends, {@link Task#result(java.time.Duration)} throws {@link TimedOutException} and the drop
     * stays where it is. {@link #kill} ends a tessera that is stuck.
     */
    public final Task<@Nullable Void> drop() {
        return handle.drop();
    }

    /**
     * Ends the tessera at once and for good: it is not made again, whatever its {@code maxRestarts}, and its name is free. Calls that wait and
     * calls that run fail with {@link TesseraStoppedException}, of all callers, and so do later ones.
     *
     * <p>Code that runs is interrupted. Where it goes on for 0.2 s its worker process ends, as with {@link Task#cancel(boolean)
     * cancel(true)}, with all else that lives there; workers that are threads of the program do not end. Holders that have not called since may
     * see {@link WorkerLostException} then.
     *
     * <p>The task is done when the tessera is over. One that is on its way to another worker or life ends when it is there.
     */
    public final Task<@Nullable Void> kill() {
        return handle.kill();
    }

    /** For generated code, and for codecs that send the proxy. */
    public final TesseraHandle handle() {
        return handle;
    }

    /** For generated code: begins a call of the method with that index in the table. */
    protected final Outgoing call(int method) {
        return handle.call(method);
    }

    /** Two proxies are equal where they name the same tessera. */
    @Override
    public final boolean equals(@Nullable Object other) {
        return other instanceof TesseraProxy that && handle.uid().equals(that.handle.uid());
    }

    @Override
    public final int hashCode() {
        return handle.uid().hashCode();
    }

    @Override
    public final String toString() {
        String where = worker();
        return getClass().getSimpleName() + "[" + uid() + ", worker=" + (where.isEmpty() ? "none" : where) + ", state="
                + state() + "]";
    }
}
