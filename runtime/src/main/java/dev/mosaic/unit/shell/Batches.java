package dev.mosaic.unit.shell;

import dev.mosaic.Arg;
import dev.mosaic.Bundle;
import dev.mosaic.CallOptions;
import dev.mosaic.Task;
import dev.mosaic.function.Function1;
import dev.mosaic.invoke.codec.Decoder;
import dev.mosaic.message.Failure;
import dev.mosaic.message.Payload;
import java.util.ArrayList;
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
        int workers = Math.max(1, engine.roll.workers().size());
        return isUsual ? Math.clamp(items / (workers * BATCHES_PER_WORKER), 1, MOST_ITEMS) : 1;
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

    /** A task of the kernel for one item of a batch, for those who need it as an argument. */
    static CallTask<?> item(PartTask<?> part) {
        Engine engine = part.batch().engine();
        OutgoingCall call = new OutgoingCall(engine, engine.codec.encoder());
        call.begin(Batches.class, Bodies.ITEM, Reading::single, new CallOptions());
        call.intValue(part.index()).arg(part.batch());
        return call.sendCall();
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

    static void takeItem(Engine engine, int index, Payload batch, Returned out) throws Throwable {
        Object value = read(engine, batch, index + 1)[index];
        if (value instanceof BatchRun.Failed failed) {
            throw failed.problem();
        }
        out.object(value);
    }
}
