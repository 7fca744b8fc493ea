package dev.mosaic;

import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RunnableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A task as a {@code Future} of the JDK.
 *
 * <p><b>Threading:</b> any thread. <b>Failure:</b> the exception of the code is the cause of an {@link ExecutionException}.
 */
final class TaskFuture<T extends @Nullable Object> implements RunnableFuture<T> {
    private final Supplier<Task<T>> begin;
    private volatile @Nullable Task<T> task;
    private volatile boolean cancelled;

    TaskFuture(Supplier<Task<T>> begin) {
        this.begin = begin;
    }

    /** Sends it. Once. */
    @Override
    public void run() {
        task = begin.get();
    }

    private Task<T> task() {
        Task<T> begun = task;
        if (begun == null) {
            throw new IllegalStateException("it was not begun");
        }
        return begun;
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        Task<T> begun = task();
        Task.State state = begun.state();
        if (state.isFinal()) {
            return false;
        }
        cancelled = true;
        if (mayInterruptIfRunning || state != Task.State.RUNNING) {
            begun.cancel();
        }
        return true;
    }

    @Override
    public boolean isCancelled() {
        return cancelled || task().state() == Task.State.CANCELLED;
    }

    @Override
    public boolean isDone() {
        return cancelled || task().state().isFinal();
    }

    @Override
    public T get() throws ExecutionException {
        return value(checked(), Task::result);
    }

    @Override
    public T get(long timeout, TimeUnit unit) throws ExecutionException, TimeoutException {
        Duration time = Duration.ofNanos(unit.toNanos(timeout));
        Task<T> begun = checked();
        try {
            return value(begun, task -> task.result(time));
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof TimedOutException late && begun.state() != Task.State.FAILED) {
                throw (TimeoutException) new TimeoutException(late.getMessage()).initCause(late);
            }
            throw failed;
        }
    }

    private Task<T> checked() {
        if (cancelled) {
            throw new CancellationException(task().uid() + " was cancelled");
        }
        return task();
    }

    /** Waits for it. */
    static <T extends @Nullable Object> T value(Task<T> task) throws ExecutionException {
        return value(task, Task::result);
    }

    private static <T extends @Nullable Object> T value(Task<T> task, Function<Task<T>, T> wait)
            throws ExecutionException {
        try {
            return wait.apply(task);
        } catch (TaskCancelledException cancelled) {
            throw (CancellationException) new CancellationException(cancelled.getMessage()).initCause(cancelled);
        } catch (RemoteException remote) {
            throw new ExecutionException(remote.getCause() == null ? remote : remote.getCause());
        } catch (RuntimeException | Error thrown) {
            throw new ExecutionException(thrown);
        }
    }
}
