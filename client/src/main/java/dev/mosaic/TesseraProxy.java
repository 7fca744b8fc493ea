package dev.mosaic;

import dev.mosaic.invoke.OtherCalls;
import dev.mosaic.unit.Outgoing;
import dev.mosaic.unit.TesseraHandle;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A reference to a tessera, through which it is called. It is the superclass of all generated {@code XProxy} classes. A proxy is a small value: pass
 * it as an argument, in a field or in a collection. It refers to the same tessera in every process.
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
    /** The state of a tessera. */
    public enum State {
        /** The tessera is not placed yet, or its constructor has not returned. */
        PENDING,
        /** Active: it runs calls. */
        LISTENING,
        /** It moves to another worker. */
        MOVING,
        /** Passivated: its state is in the warehouse, and the next call activates it. */
        PASSIVE,
        /** Dropped, or ended with its program. */
        STOPPED,
        /** The constructor threw an exception, or the worker was lost. */
        FAILED
    }

    private final TesseraHandle handle;

    protected TesseraProxy(TesseraHandle handle) {
        this.handle = Objects.requireNonNull(handle);
    }

    /** Its id, {@code tess-<class>-<id>}. */
    public final String uid() {
        return handle.uid();
    }

    public final State state() {
        return handle.state();
    }

    /** The uid of its worker; empty while it has none. */
    public final String worker() {
        return handle.worker();
    }

    /** A task that is done when the constructor has returned; it does not wait for calls. It fails as a call does. A passive tessera is activated. */
    public final Task<@Nullable Void> ready() {
        return call(OtherCalls.READY).send();
    }

    /**
     * Ends the tessera after all earlier calls of this caller, and after running calls of other callers. Later calls fail with {@link
     * TesseraStoppedException}. This method returns at once; its task is done when the tessera has ended. To end a tessera whose call never
     * ends, use {@link #kill}.
     */
    public final Task<@Nullable Void> drop() {
        return handle.drop();
    }

    /**
     * Ends the tessera at once. It does not restart, whatever its {@code maxRestarts}, and its name is free. Waiting, running and later calls of all
     * callers fail with {@link TesseraStoppedException}.
     *
     * <p>Its running code is interrupted. If the code goes on for 0.2 s, the worker process ends, as with {@link Task#cancel(boolean)
     * cancel(true)}, and everything else in that worker is lost; callers that did not call since may get {@link WorkerLostException}. A
     * worker {@linkplain StartOptions#inProcess inside the program} does not end.
     *
     * <p>The task is done when the tessera has ended. A tessera that is moving or restarting ends when it has arrived.
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

    /** Two proxies are equal if they refer to the same tessera. */
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
