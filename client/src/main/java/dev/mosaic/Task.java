package dev.mosaic;

import dev.mosaic.function.Function1;
import dev.mosaic.invoke.Overload;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * One call, or one function handed in, together with its result to come. It was sent when it was made; nothing has to be
 * awaited for it to run.
 *
 * <p>The result stays where it was made until {@link #result}, except small ones (1 KiB or less), which come with the
 * word of completion. It is kept as long as this object is reachable and not {@linkplain #release() released}, or a call that takes it as argument is
 * under way. When
 * the worker that keeps it is lost, a stateless task runs again for who asks for the result, as long as its arguments are small
 * and what they name still exists; a tessera's result is lost with a {@link ResultLostException}, unless {@link
 * CallOptions#durableResult()} was said.
 *
 * <p><b>Threading:</b> any thread. Blocking is cheap on virtual threads; inside a worker a blocking wait lets another
 * tessera run meanwhile, never the one that waits. <b>Cost:</b> {@link #result} moves the value once and remembers it.
 * <b>Failure:</b> an exception of user code comes as the original where it is unchecked and can be rebuilt, else as the
 * cause of {@link RemoteException}; a lost worker as {@link WorkerLostException}; a cycle of waits as {@link
 * DeadlockException}; an argument that failed as {@link ArgumentFailedException}; {@link #cancel()} as {@link TaskCancelledException}. Every wait ends.
 *
 * @param <T> of the result; {@link Void} where the method returns nothing
 */
public interface Task<T extends @Nullable Object> extends Arg<T> {
    /** Where a task is on its way. */
    enum State {
        /** Not yet sent: it waits for a place, or for a place of an argument. */
        PENDING,
        /** In the mailbox of its tessera or worker. */
        QUEUED,
        /** Its code runs. Seen with a delay of up to 0.2 s. */
        RUNNING,
        /** It returned. */
        DONE,
        /** It threw, or was lost. */
        FAILED,
        /** It was cancelled. */
        CANCELLED;

        /** True when nothing changes any more. */
        public boolean isFinal() {
            return this == DONE || this == FAILED || this == CANCELLED;
        }
    }

    /** Its name, {@code task-<class>-<method>-<id>}. */
    String uid();

    State state();

    /** What it waits for at this moment, in words; empty where it waits for nothing. */
    String waitingFor();

    /** Waits until it is done, and moves no data; throws where it failed. Gives the task itself, so that calls can follow. */
    Task<T> await();

    /**
     * {@link #await()} with an end.
     *
     * @throws TimedOutException when it is not done by then; the task itself goes on
     */
    Task<T> await(Duration timeout);

    /** Waits until it is done and fetches its value, once. */
    T result();

    /**
     * {@link #result()} with an end.
     *
     * @throws TimedOutException when the value is not here by then; the task itself goes on
     */
    T result(Duration timeout);

    /**
     * Runs a function with the value, as a stateless task in the worker that makes or keeps it, so that a large one does not move.
     * It fails with {@link ArgumentFailedException} where this task fails.
     */
    <R extends @Nullable Object> Task<R> then(Function1<? super T, ? extends R> function);

    /**
     * A part of what this task gives, taken out where that is; the rest stays there.
     *
     * {@snippet class="snippets.ExamplesTest" region="output"}
     */
    default <R extends @Nullable Object> Task<R> output(Function1<? super T, ? extends R> part) {
        return then(part);
    }

    /** {@code cancel(false)}. */
    default void cancel() {
        cancel(false);
    }

    /**
     * Wants it no more. Returns at once; all waits for it end at once with {@link TaskCancelledException}, those of calls that
     * take it as argument with {@link ArgumentFailedException}, even where its code heeds no interrupt. What waits for its turn is
     * removed. The thread of code that runs is interrupted, and a promise that it returned is cancelled; the state is RUNNING until
     * the code has ended, and then CANCELLED, whatever it still returns. The tasks that its code has made and that are open are
     * cancelled too. What is final already stays as it is, and so does the task of a {@link TesseraProxy#drop}.
     *
     * <p>An item of a long {@link Mosaic#map} that is cancelled alone is CANCELLED at once, and its worker may still compute it: it travels with
     * other items, and only where all of these are cancelled no further one begins.
     *
     * @param force true to end the worker process that runs it, for code that heeds no interrupt; all else that lives there is
     *     lost. In a cluster {@linkplain StartOptions#inProcess inside the program} nothing is ended
     */
    void cancel(boolean force);

    /**
     * Lets go of the result, so that its memory is free as soon as the calls that already take it as argument have it. Without it that is only
     * so once this object is garbage, which the JVM may find late. The task itself goes on, and can be waited for; {@link #result} fails with
     * {@link ResultLostException} from now on, and so do later calls that take it as argument. Dask calls it {@code Future.release}.
     *
     * <p>Items of a long {@link Mosaic#map} travel together: the memory is free when all of these are let go.
     */
    void release();

    /** The value, without blocking. Completed on a thread of Mosaic's, so do not block in what follows it directly. */
    CompletionStage<T> toCompletionStage();

    /** The value as a Mutiny pipeline; subscribing waits, it starts nothing. */
    Uni<T> uni();

    /**
     * The same task, with the type of what it gives. A method that returns a promise has a task of the promise's value; generated
     * proxies say so, a method reference cannot: {@code Task<Integer> t = Task.flat(remote.call(Counter::later, 4))}.
     */
    @SuppressWarnings("unchecked") // the worker gives the value, not the stage
    static <T extends @Nullable Object> Task<T> flat(Task<? extends CompletionStage<? extends T>> task) {
        return (Task<T>) (Task<?>) task;
    }

    /** {@link #flat(Task)} of a method that returns a {@code Uni}; {@code overload} is never given. */
    @SuppressWarnings("unchecked") // the worker gives the value, not the pipeline
    static <T extends @Nullable Object> Task<T> flat(Task<? extends Uni<? extends T>> task, Overload... overload) {
        return (Task<T>) (Task<?>) task;
    }

    /** {@link #flat(Task)} of a method that returns a task; {@code overload} is never given. */
    @SuppressWarnings("unchecked") // the worker gives the value, not the inner task
    static <T extends @Nullable Object> Task<T> flat(
            Task<? extends Task<? extends T>> task, Overload.Level1... overload) {
        return (Task<T>) (Task<?>) task;
    }
}
