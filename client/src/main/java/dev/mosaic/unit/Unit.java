package dev.mosaic.unit;

import dev.mosaic.Arg;
import dev.mosaic.Bundle;
import dev.mosaic.CallOptions;
import dev.mosaic.PutOption;
import dev.mosaic.Ref;
import dev.mosaic.Reservation;
import dev.mosaic.Task;
import dev.mosaic.TesseraOptions;
import dev.mosaic.Worker;
import dev.mosaic.function.Action2;
import dev.mosaic.function.Function1;
import dev.mosaic.invoke.MethodTable;
import java.io.Serializable;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What a process can do with Mosaic, as the public API and generated code call it. The shell implements it, for heads and for workers.
 *
 * <p><b>Threading:</b> any thread. <b>Cost:</b> making a call encodes its arguments on the calling thread and sends them from there where the link is
 * idle. <b>Failure:</b> a call past the byte credit waits, then is an {@code OverloadedException}; arguments that cannot be captured are a {@code
 * SerializationException}; everything else becomes a failed task.
 */
public interface Unit extends Introspection, Bars, AutoCloseable {
    /**
     * The unit that the calling code belongs to: that of its worker, else that of the program.
     *
     * @throws dev.mosaic.NoMosaicException where none runs
     */
    static Unit current() {
        return CurrentUnit.get();
    }

    /** Begins to make a tessera; {@link Creation#send} ends it. */
    Creation create(MethodTable table, int constructor, TesseraOptions options);

    /**
     * Begins a stateless task. What is written are its arguments.
     *
     * @param body a serialisable function or action; it is captured by {@link Outgoing#send} at the latest
     */
    Outgoing submit(Serializable body, CallOptions options);

    /** One task for each item, in their order, after those tasks; without options small items travel in batches. */
    <A extends @Nullable Object, R extends @Nullable Object> List<Task<R>> map(
            Collection<? extends Arg<? extends A>> items,
            Function1<A, R> function,
            CallOptions options,
            List<Arg<?>> after);

    /** Runs the action with an item in the worker of that uid. The task fails where the worker is lost. */
    <A extends @Nullable Object> Task<@Nullable Object> give(String worker, Action2<Worker, A> action, A item);

    /** Waits until so many workers of the program are there; false where the time is over before. */
    boolean awaitWorkers(int count, Duration timeout);

    /**
     * The tessera of that name in this program.
     *
     * @throws dev.mosaic.NameException where there is none, or it is of another type
     */
    TesseraHandle find(String name, MethodTable expected);

    /**
     * Waits until {@code count} of the tasks are final, failed ones too, or the time is over.
     *
     * @return those that are final, in the order given
     */
    <T extends @Nullable Object> List<Task<T>> waitFor(
            Collection<? extends Task<T>> tasks, int count, Duration timeout);

    /** The tasks in the order in which they become final, failed ones too. Asked once for each, by one thread. */
    <T extends @Nullable Object> Supplier<Task<T>> inOrderOfEnd(Collection<? extends Task<T>> tasks);

    /** Waits until all tasks of the program have ended, see {@link dev.mosaic.Mosaic#barrier}; false where the time is over before. */
    boolean barrier(Duration timeout);

    /** Makes a new entry of the warehouse. */
    <T extends @Nullable Object> Ref<T> put(T value, PutOption... options);

    /** Copies of the value as it is now, see {@link dev.mosaic.Copies#each}. */
    <T extends @Nullable Object> Supplier<T> copies(T value);

    /** Asks for room on nodes: all of it, or none. Returns at once. */
    Reservation reserve(List<Bundle> bundles, Reservation.Layout layout);

    /** Ends this unit and all that it started. Idempotent. */
    @Override
    void close();
}
