package dev.mosaic.unit.shell;

import dev.mosaic.Arg;
import dev.mosaic.Bundle;
import dev.mosaic.CallOptions;
import dev.mosaic.Task;
import dev.mosaic.function.Function1;
import dev.mosaic.invoke.codec.Decoder;
import dev.mosaic.message.Failure;
import dev.mosaic.message.Id;
import dev.mosaic.message.Payload;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The tasks of a {@code map}. Items without options travel together, as one task of the kernel whose result is what {@link BatchRun}
 * writes; with options each is a task of its own.
 *
 * <p><b>Threading:</b> the caller's.
 */
final class Batches<A extends @Nullable Object, R extends @Nullable Object> {
    private static final int MOST_ITEMS = 16;
    private static final int BATCHES_PER_WORKER = 16;

    private final Engine engine;
    private final Function1<A, R> function;
    private final CallOptions options;
    private final List<Arg<?>> after;

    Batches(Engine engine, Function1<A, R> function, CallOptions options, List<Arg<?>> after) {
        this.engine = engine;
        this.function = function;
        this.options = options;
        this.after = after;
    }

    List<Task<R>> map(Collection<? extends Arg<? extends A>> items) {
        List<Arg<? extends A>> all = new ArrayList<>(items);
        List<Task<R>> tasks = new ArrayList<>(all.size());
        int size = size(all.size());
        for (int from = 0; from < all.size(); from += size) {
            List<Arg<? extends A>> some = all.subList(from, Math.min(all.size(), from + size));
            if (size == 1) {
                tasks.add(single(some.getFirst()));
            } else {
                CallTask<@Nullable Object[]> batch = send(some);
                Unwanted unwanted = new Unwanted(some.size());
                for (int i = 0; i < some.size(); i++) {
                    tasks.add(new PartTask<>(batch, i, unwanted));
                }
            }
        }
        return tasks;
    }

    /** Of a batch. A limit of time, an attempt or a device is for an item, not for a batch. */
    private int size(int items) {
        boolean isUsual = CallTerms.ofStateless(options).equals(CallTerms.ofStateless(new CallOptions()))
                && options.needs().equals(Bundle.PROCESSOR);
        if (!isUsual || items < 2 * BATCHES_PER_WORKER) {
            return 1;
        }
        return Math.clamp(items / ((long) engine.capacity.workers() * BATCHES_PER_WORKER), 1, MOST_ITEMS);
    }

    private Task<R> single(Arg<? extends A> item) {
        return engine.outgoing()
                .begin(function, Bodies.BODY, Reading::single, options)
                .after(after)
                .arg(item)
                .send();
    }

    private CallTask<@Nullable Object[]> send(List<Arg<? extends A>> items) {
        int count = items.size();
        OutgoingCall call = engine.outgoing()
                .begin(function, Bodies.BATCH, (reader, payload, limit) -> read(reader, payload, count), options)
                .after(after);
        call.intValue(count);
        items.forEach(call::arg);
        return call.sendCall();
    }

    /** A task of the kernel that fails where one of these items of a batch failed or is cancelled. Of a single item it gives the value. */
    static CallTask<?> items(List<PartTask<?>> parts) {
        CallTask<?> batch = parts.getFirst().batch();
        Engine engine = batch.engine();
        OutgoingCall call = new OutgoingCall(engine, engine.codec.encoder());
        call.begin(Batches.class, Bodies.ITEM, Reading::single, new CallOptions());
        call.object(parts.stream().mapToInt(PartTask::index).toArray()).arg(batch);
        CallTask<?> items = call.sendCall();
        Id id = items.id(); // so that who may be cancelled does not keep the value
        parts.forEach(part -> part.whenCancelled(() -> engine.loop.run(now -> engine.kernel.cancel(now, id, false))));
        return items;
    }

    static @Nullable Object[] read(Engine engine, Payload payload, int count) {
        Decoder in = engine.codec.decoder(payload, List.of());
        @Nullable Object[] values = new @Nullable Object[count];
        for (int i = 0; i < count; i++) {
            values[i] = in.booleanValue()
                    ? in.object(Object.class)
                    : new BatchRun.Failed(engine.failures.rebuilt(failure(in), ""));
        }
        return values;
    }

    private static Failure failure(Decoder in) {
        String worker = Objects.requireNonNull(in.text());
        return new Failure(Failure.Kind.THROWN, "", "", worker, Objects.requireNonNull(in.bytes()), null);
    }

    static void takeItems(Engine engine, Decoder in, Payload batch, Returned out) throws Throwable {
        int[] indexes = Objects.requireNonNull(in.object(int[].class));
        @Nullable Object[] values = read(engine, batch, 1 + Arrays.stream(indexes).max().orElse(-1));
        for (int index : indexes) {
            if (values[index] instanceof BatchRun.Failed failed) {
                throw failed.problem();
            }
        }
        out.object(indexes.length == 1 ? values[indexes[0]] : null);
    }
}
