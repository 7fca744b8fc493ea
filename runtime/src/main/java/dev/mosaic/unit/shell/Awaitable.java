package dev.mosaic.unit.shell;

import dev.mosaic.Arg;
import dev.mosaic.SerializationException;
import dev.mosaic.Task;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A task of this runtime. <b>Threading:</b> any thread. */
sealed interface Awaitable<T extends @Nullable Object> extends Task<T> permits CallTask, PartTask {
    /**
     * That task.
     *
     * @throws SerializationException where it is not one of Mosaic
     */
    static Awaitable<?> of(Arg<?> task) {
        if (task instanceof Awaitable<?> awaited) {
            return awaited;
        }
        throw new SerializationException(task + " is not a task of Mosaic", "use Arg.of for values");
    }

    /** Nobody has to wait for it: it is final, or was cancelled. */
    boolean isAwaited();

    /** Since when {@link #isAwaited} says so; any time before. */
    long awaitedNanos();

    /** The thread is woken when {@link #isAwaited} may say so. */
    void addWaiting(Thread thread);

    void removeWaiting(Thread thread);

    /** Calls it once {@link #isAwaited} says so: now, or from the thread that tells. */
    void whenAwaited(Runnable follower);

    Task<T> await(long nanos);

    T result(long nanos);

    @Override
    default Task<T> await() {
        return await(Patience.FOREVER);
    }

    @Override
    default Task<T> await(Duration timeout) {
        return await(Waits.nanos(timeout));
    }

    @Override
    default T result() {
        return result(Patience.FOREVER);
    }

    @Override
    default T result(Duration timeout) {
        return result(Waits.nanos(timeout));
    }

    @Override
    default Uni<T> uni() {
        return Uni.createFrom().completionStage(this::toCompletionStage);
    }
}
