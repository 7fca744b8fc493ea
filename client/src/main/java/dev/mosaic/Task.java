package dev.mosaic;

import dev.mosaic.function.Function1;
import dev.mosaic.invoke.Overload;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The future result of a call or of a submitted function. The call is sent when its task is created; it runs even if nothing waits for it.
 *
 * <p>The result stays in its worker until {@link #result} is called. Small results (1 KiB or less) are sent at once. The worker keeps the
 * result while this object is reachable and not {@linkplain #release() released}, and while a call has it as an argument. If the worker is
 * lost, a stateless task runs again when its result is needed, if its arguments are small and the objects that they refer to still exist. The
 * result of a tessera is lost, with a {@link ResultLostException}, unless the call had {@link CallOptions#durableResult()}.
 *
 * <p><b>Threading:</b> any thread. Blocking is cheap on virtual threads. While a call in a worker blocks, calls of other tesserae
 * run in this worker. <b>Cost:</b> {@link #result} transfers the value once and keeps it.
 * <b>Failure:</b> an unchecked exception of user code is thrown as it is, if it can be rebuilt; other exceptions are the
 * cause of a {@link RemoteException}. A lost worker is a {@link WorkerLostException}, a cycle of waits a {@link
 * DeadlockException}, a failed argument an {@link ArgumentFailedException}, and {@link #cancel()} a {@link TaskCancelledException}. Every wait ends.
 *
 * @param <T> the type of the result; {@link Void} if the method returns nothing
 */
public interface Task<T extends @Nullable Object> extends Arg<T> {
    /** The state of a task. */
    enum State {
        /** The call is not sent yet: it waits for a worker or for an argument. */
        PENDING,
        /** The call waits in the mailbox of its tessera or worker. */
        QUEUED,
        /** Its code runs. The program sees this state up to 0.2 s later. */
        RUNNING,
        /** The code returned. */
        DONE,
        /** The code threw an exception, or the task was lost. */
        FAILED,
        /** The task was cancelled. */
        CANCELLED;

        /** Whether the task has ended: its state does not change any more. */
        public boolean isFinal() {
            return this == DONE || this == FAILED || this == CANCELLED;
        }
    }

    /** The id of the task, {@code task-<class>-<method>-<id>}. */
    String uid();

    State state();

    /** A description of what the task waits for now; empty if it does not wait. */
    String waitingFor();

    /** Waits until the task is done, without transferring its value. Throws if it failed. Returns this task. */
    Task<T> await();

    /**
     * {@link #await()} with a time limit.
     *
     * @throws TimedOutException if the task is not done in time; the task goes on
     */
    Task<T> await(Duration timeout);

    /** Waits until the task is done, and returns its value. The value is transferred once. */
    T result();

    /**
     * {@link #result()} with a time limit.
     *
     * @throws TimedOutException if the value is not available in time; the task goes on
     */
    T result(Duration timeout);

    /**
     * Runs a function with the value, as a stateless task in the worker that has the value. So a large value is not transferred, and a
     * part of it can be extracted:
     *
     * {@snippet class="snippets.ExamplesTest" region="output"}
     *
     * The new task fails with {@link ArgumentFailedException} if this task fails.
     */
    <R extends @Nullable Object> Task<R> then(Function1<? super T, ? extends R> function);

    /** {@code cancel(false)}. */
    default void cancel() {
        cancel(false);
    }

    /**
     * Cancels this task and returns at once. All waits for the task end at once with {@link TaskCancelledException}. Calls that
     * have it as an argument fail with {@link ArgumentFailedException}.
     *
     * <p>A call that waits for its turn is removed. If the code runs, its thread is interrupted, and a promise that it returned is cancelled.
     * The state is RUNNING until the code has ended, and then CANCELLED, whatever the code returns. Open tasks that the code has created are
     * cancelled too. A task that has ended does not change, nor does the task of a {@link TesseraProxy#drop}.
     *
     * <p>A single item of a long {@link Mosaic#map} is CANCELLED at once, but its worker may still compute it: items are sent in chunks, and a
     * chunk stops only when all of its items are cancelled.
     *
     * @param force true to end the worker process that runs the task, for code that ignores interrupts; everything else in this worker is
     *     lost. A cluster {@linkplain StartOptions#inProcess inside the program} has no such process, and nothing is ended
     */
    void cancel(boolean force);

    /**
     * Frees the memory of the result, as soon as the calls that already have it as an argument have received it. Without this method the
     * memory is free when this object is garbage collected, which may be late. The task goes on and can be waited for. From now on {@link
     * #result} fails with {@link ResultLostException}, and so do later calls with this argument. Dask calls this {@code Future.release}.
     *
     * <p>Items of a long {@link Mosaic#map} are sent in chunks: the memory is free when all items of a chunk are released.
     */
    void release();

    /** Returns the value as a {@code CompletionStage}. A thread of Mosaic completes it: do not block in stages that directly depend on it. */
    CompletionStage<T> toCompletionStage();

    /** Returns the value as a Mutiny pipeline. A subscription waits for the task; it does not start it. */
    Uni<T> uni();

    /**
     * Returns the same task, with the type of the promised value. If a method returns a promise, the task of its call has the value of the promise.
     * Generated proxies declare this type, but a method reference cannot: {@code Task<Integer> t = Task.flat(remote.call(Counter::later, 4))}.
     */
    @SuppressWarnings("unchecked") // the worker gives the value, not the stage
    static <T extends @Nullable Object> Task<T> flat(Task<? extends CompletionStage<? extends T>> task) {
        return (Task<T>) (Task<?>) task;
    }

    /** {@link #flat(Task)} for a method that returns a {@code Uni}. Never pass an argument for {@code overload}. */
    @SuppressWarnings("unchecked") // the worker gives the value, not the pipeline
    static <T extends @Nullable Object> Task<T> flat(Task<? extends Uni<? extends T>> task, Overload... overload) {
        return (Task<T>) (Task<?>) task;
    }

    /** {@link #flat(Task)} for a method that returns a task. Never pass an argument for {@code overload}. */
    @SuppressWarnings("unchecked") // the worker gives the value, not the inner task
    static <T extends @Nullable Object> Task<T> flat(
            Task<? extends Task<? extends T>> task, Overload.Level1... overload) {
        return (Task<T>) (Task<?>) task;
    }
}
