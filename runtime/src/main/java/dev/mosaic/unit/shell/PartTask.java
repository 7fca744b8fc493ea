package dev.mosaic.unit.shell;

import dev.mosaic.Arg;
import dev.mosaic.CaptureException;
import dev.mosaic.Task;
import dev.mosaic.function.Function1;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * One item of a batch: a task of the program that is part of a task of the kernel.
 *
 * <p><b>Threading:</b> any thread. <b>Cost:</b> the values of a batch come together. As an argument it costs a task of its
 * own, which takes the item out next to where the batch ran.
 */
final class PartTask<T extends @Nullable Object> implements Task<T> {
    private final CallTask<@Nullable Object[]> batch;
    private final int index;
    private final Unwanted unwanted;

    PartTask(CallTask<@Nullable Object[]> batch, int index, Unwanted unwanted) {
        this.batch = batch;
        this.index = index;
        this.unwanted = unwanted;
    }

    /** The task of the kernel behind a task of the program. */
    static CallTask<?> call(Arg<?> task) {
        return switch (task) {
            case CallTask<?> call -> call;
            case PartTask<?> part -> part.batch;
            default -> throw new CaptureException(task + " is not a task of Mosaic", "use Arg.of for values");
        };
    }

    CallTask<@Nullable Object[]> batch() {
        return batch;
    }

    int index() {
        return index;
    }

    @SuppressWarnings({"unchecked", "NullAway"}) // the function gives a T for each item, null where T may be null
    private T part(@Nullable Object[] values) {
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
        return batch.state();
    }

    @Override
    public String waitingFor() {
        return batch.waitingFor();
    }

    @Override
    public Task<T> await() {
        batch.await();
        return this;
    }

    @Override
    public Task<T> await(Duration timeout) {
        batch.await(timeout);
        return this;
    }

    @Override
    public T result() {
        return part(Objects.requireNonNull(batch.result()));
    }

    @Override
    public T result(Duration timeout) {
        return part(Objects.requireNonNull(batch.result(timeout)));
    }

    @Override
    public CompletionStage<T> toCompletionStage() {
        return batch.toCompletionStage().thenApply(this::part);
    }

    @Override
    public Uni<T> uni() {
        return Uni.createFrom().completionStage(this::toCompletionStage);
    }

    @Override
    public <R extends @Nullable Object> Task<R> then(Function1<? super T, ? extends R> function) {
        return Bodies.then(batch.engine(), function, this);
    }

    @Override
    public void cancel(boolean force) {
        if (unwanted.add(index)) {
            batch.cancel(force);
        }
    }

    @Override
    public String toString() {
        return "Task[" + uid() + ", of " + batch + "]";
    }
}
