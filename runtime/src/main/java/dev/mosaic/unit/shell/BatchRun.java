package dev.mosaic.unit.shell;

import dev.mosaic.Copies;
import dev.mosaic.function.Function1;
import dev.mosaic.invoke.Result;
import dev.mosaic.invoke.codec.Decoder;
import dev.mosaic.invoke.codec.ValueCodec;
import dev.mosaic.unit.mailbox.Run;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs items of {@code map} that travel together. Each gets a copy of the function as it came, and what it gives is captured
 * before the next one, which does not begin where the run was cancelled. The result is, for each item, a truth and a value, or a falsehood and what was thrown.
 *
 * <p><b>Threading:</b> a lane; where the function promises its values, the thread that keeps the last promise.
 */
final class BatchRun {
    /** Hears of items that fail. */
    interface Failing {
        void item(@Nullable Object item, Throwable problem);
    }

    /** An item that failed, in the place of its value. */
    record Failed(Throwable problem) {}

    /** What an item has promised, in the place of its value. */
    private record Promised(@Nullable Object item, Object promise) {}

    private final ValueCodec codec;
    private final String worker;
    private final Run run;
    private final Failing failing;
    private final @Nullable Object[] values;

    private BatchRun(ValueCodec codec, String worker, Run run, Failing failing, @Nullable Object[] values) {
        this.codec = codec;
        this.worker = worker;
        this.run = run;
        this.failing = failing;
        this.values = values;
    }

    @SuppressWarnings("unchecked") // the caller's types are checked by its compiler
    static void run(
            ValueCodec codec, String worker, @Nullable Object body, Decoder in, Result out, Run run, Failing failing) {
        Supplier<Function1<@Nullable Object, ?>> functions =
                Copies.each((Function1<@Nullable Object, ?>) Objects.requireNonNull(body));
        BatchRun batch = new BatchRun(codec, worker, run, failing, new @Nullable Object[in.intValue()]);
        for (int i = 0; i < batch.values.length && !run.isCancelled(); i++) {
            Object item = null;
            try {
                item = in.object(Object.class);
                run.input = item;
                Object value = functions.get().apply(item);
                batch.values[i] = Promises.isPromise(value) ? new Promised(item, value) : Copies.of(value);
            } catch (Throwable thrown) {
                failing.item(item, thrown);
                batch.values[i] = new Failed(thrown);
            }
        }
        run.input = null;
        if (Arrays.stream(batch.values).anyMatch(Promised.class::isInstance)) {
            out.promise(batch.kept());
        } else {
            batch.write(out);
        }
    }

    /** This batch, when all that was promised is there. */
    private CompletableFuture<BatchRun> kept() {
        CompletableFuture<?>[] all = new CompletableFuture<?>[values.length];
        for (int i = 0; i < all.length; i++) {
            all[i] = values[i] instanceof Promised promised
                    ? keep(i, promised.item(), Promises.begun(promised.promise()))
                    : CompletableFuture.completedFuture(null);
        }
        return CompletableFuture.allOf(all).thenApply(done -> this);
    }

    private CompletableFuture<?> keep(int index, @Nullable Object item, CompletionStage<?> promise) {
        CompletableFuture<?> here = new CompletableFuture<>();
        promise.<@Nullable Object>thenApply(Copies::of).whenComplete((value, thrown) -> {
            values[index] = thrown == null ? value : new Failed(Promises.cause(thrown));
            if (thrown != null) {
                failing.item(item, Promises.cause(thrown));
            }
            here.complete(null);
        });
        return here;
    }

    void write(Result out) {
        run.hasFailedItems = Arrays.stream(values).anyMatch(Failed.class::isInstance);
        for (Object value : values) {
            if (value instanceof Failed failed) {
                out.booleanValue(false).text(worker).bytes(codec.thrown(failed.problem()));
            } else {
                out.booleanValue(true).object(value);
            }
        }
    }
}
