package dev.mosaic.unit.shell;

import dev.mosaic.ResultLostException;
import dev.mosaic.Task;
import dev.mosaic.function.Function1;
import dev.mosaic.message.Outcome;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * One item of a batch: a task of the program that is part of a task of the kernel.
 *
 * <p>One that is cancelled alone is cancelled at once, and its batch goes on; a batch of which all are cancelled is cancelled.
 *
 * <p><b>Threading:</b> any thread. <b>Cost:</b> the values of a batch come together, those of one with a failed item when somebody asks how one has
 * ended. As an argument, and for a task that runs after it, it costs a task of its own, which takes the item out next to where the batch ran.
 */
final class PartTask<T extends @Nullable Object> implements Awaitable<T> {
    private final CallTask<@Nullable Object[]> batch;
    private final int index;
    private final Unwanted unwanted;
    private volatile boolean isReleased;
    private final CompletableFuture<T> cancelled = new CompletableFuture<>();
    private volatile long cancelledNanos;

    PartTask(CallTask<@Nullable Object[]> batch, int index, Unwanted unwanted) {
        this.batch = batch;
        this.index = index;
        this.unwanted = unwanted;
    }

    /** A task of the kernel that ends as that task of the program does, with its value. */
    static CallTask<?> alone(Awaitable<?> task) {
        return switch (task) {
            case CallTask<?> call -> call;
            case PartTask<?> part -> Batches.items(List.of(part));
        };
    }

    /** Calls it, now or later, where it is cancelled. */
    void whenCancelled(Runnable follower) {
        var _ = cancelled.whenComplete((_, _) -> follower.run());
    }

    private boolean isCancelled() {
        return cancelled.isDone();
    }

    CallTask<@Nullable Object[]> batch() {
        return batch;
    }

    int index() {
        return index;
    }

    @SuppressWarnings({"unchecked", "NullAway"}) // the function gives a T for each item, null where T may be null
    private T part(@Nullable Object[] values) {
        if (isReleased) {
            throw new ResultLostException("the result of task=" + uid() + " was released", "call again");
        }
        Object value = values[index];
        if (value instanceof BatchRun.Failed failed) {
            throw Failures.unchecked(failed.problem());
        }
        return (T) value;
    }

    @Override
    public String uid() {
        return batch.uid() + "-" + index;
    }

    @Override
    public State state() {
        if (isCancelled()) {
            return State.CANCELLED;
        }
        State state = batch.state();
        return state == State.DONE && hasFailed() ? State.FAILED : state;
    }

    /** Of a batch that is done. Where some item has failed, all values are fetched. */
    private boolean hasFailed() {
        try {
            return batch.mayHaveFailedItems()
                    && Objects.requireNonNull(batch.result())[index] instanceof BatchRun.Failed;
        } catch (RuntimeException | Error lost) {
            return true;
        }
    }

    @Override
    public String waitingFor() {
        return isCancelled() ? "" : batch.waitingFor();
    }

    // ---- waiting

    @Override
    public boolean isAwaited() {
        return isCancelled() || batch.isAwaited();
    }

    @Override
    public long awaitedNanos() {
        return isCancelled() ? cancelledNanos : batch.awaitedNanos();
    }

    @Override
    public void addWaiting(Thread thread) {
        batch.addWaiting(thread);
    }

    @Override
    public void removeWaiting(Thread thread) {
        batch.removeWaiting(thread);
    }

    @Override
    public void whenAwaited(Runnable follower) {
        CompletableFuture<@Nullable Void> awaited = new CompletableFuture<>();
        var _ = awaited.thenRun(follower);
        whenCancelled(() -> awaited.complete(null));
        batch.whenAwaited(() -> awaited.complete(null));
    }

    @Override
    public Task<T> await(long nanos) {
        batch.awaitEnd(this::isAwaited, nanos);
        throwCancelled();
        var _ = batch.await();
        if (batch.mayHaveFailedItems()) {
            var _ = result();
        }
        return this;
    }

    @Override
    public T result(long nanos) {
        throwCancelled();
        batch.fetch(this::isCancelled, nanos);
        throwCancelled();
        return part(Objects.requireNonNull(batch.value()));
    }

    private void throwCancelled() {
        if (isCancelled()) {
            throw Failures.unchecked(cancelled.exceptionNow());
        }
    }

    @Override
    public CompletionStage<T> toCompletionStage() {
        return batch.toCompletionStage().thenApply(this::part).applyToEither(cancelled, each -> each);
    }

    @Override
    public <R extends @Nullable Object> Task<R> then(Function1<? super T, ? extends R> function) {
        return Bodies.then(batch.engine(), function, this);
    }

    @Override
    public void cancel(boolean force) {
        if (isAwaited()) {
            return;
        }
        cancelledNanos = System.nanoTime();
        Throwable problem =
                batch.engine().failures.rebuilt(Outcome.cancelled(batch.id()).failure(), uid());
        cancelled.completeExceptionally(problem);
        batch.wakeWaiting();
        if (unwanted.add(index)) {
            batch.cancel(force);
        }
    }

    @Override
    public void release() {
        isReleased = true;
        if (unwanted.release(index)) {
            batch.release();
        }
    }

    @Override
    public String toString() {
        return "Task[" + uid() + ", of " + batch + "]";
    }
}
