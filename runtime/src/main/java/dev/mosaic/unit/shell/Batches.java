package dev.mosaic.unit.shell;

import dev.mosaic.CallOptions;
import dev.mosaic.CaptureException;
import dev.mosaic.Task;
import dev.mosaic.function.Function1;
import dev.mosaic.invoke.codec.Decoder;
import dev.mosaic.invoke.codec.Encoder;
import dev.mosaic.message.Failure;
import dev.mosaic.message.Payload;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Items of {@code map} that travel together: one task of the kernel, whose result is, for each item, a truth and a value, or
 * a falsehood and what was thrown.
 *
 * <p><b>Threading:</b> the caller's half any thread, the worker's half its lane.
 */
final class Batches {
    private static final int MOST_ITEMS = 16;
    private static final int BATCHES_PER_WORKER = 16;

    /** An item that failed, in the place of its value. */
    record Failed(Throwable problem) {}

    private Batches() {}

    // ---- the caller

    static <A extends @Nullable Object, R extends @Nullable Object> List<Task<R>> map(
            Engine engine, Collection<? extends A> items, Function1<A, R> function, CallOptions options) {
        List<A> all = new ArrayList<>(items);
        List<Task<R>> tasks = new ArrayList<>(all.size());
        int workers = Math.max(1, engine.roll.workers().size());
        int size = Math.clamp(all.size() / (workers * BATCHES_PER_WORKER), 1, MOST_ITEMS);
        for (int from = 0; from < all.size(); from += size) {
            List<A> some = all.subList(from, Math.min(all.size(), from + size));
            if (size == 1) {
                tasks.add(single(engine, function, some.getFirst(), options));
            } else {
                CallTask<@Nullable Object[]> batch = send(engine, function, some, options);
                Unwanted unwanted = new Unwanted(some.size());
                for (int i = 0; i < some.size(); i++) {
                    tasks.add(new PartTask<>(batch, i, unwanted));
                }
            }
        }
        return tasks;
    }

    private static <A extends @Nullable Object, R extends @Nullable Object> Task<R> single(
            Engine engine, Function1<A, R> function, A item, CallOptions options) {
        OutgoingCall call = engine.outgoing().begin(function, Bodies.BODY, Reading::single, options);
        return item instanceof Task<?> argument
                ? call.arg(argument).send()
                : call.object(item).send();
    }

    private static <A extends @Nullable Object> CallTask<@Nullable Object[]> send(
            Engine engine, Function1<A, ?> function, List<A> items, CallOptions options) {
        int count = items.size();
        OutgoingCall call = engine.outgoing()
                .begin(function, Bodies.BATCH, (reader, payload, limit) -> read(reader, payload, count), options);
        call.intValue(count);
        for (A item : items) {
            if (item instanceof Task<?> argument) {
                call.arg(argument);
            } else {
                call.object(item);
            }
        }
        return call.sendCall();
    }

    private static @Nullable Object[] read(Engine engine, Payload payload, int count) {
        Decoder in = engine.codec.decoder(payload, List.of());
        @Nullable Object[] values = new @Nullable Object[count];
        for (int i = 0; i < count; i++) {
            values[i] =
                    in.booleanValue() ? in.object(Object.class) : new Failed(engine.failures.rebuilt(failure(in), ""));
        }
        return values;
    }

    private static Failure failure(Decoder in) {
        String worker = Objects.requireNonNull(in.text());
        return new Failure(Failure.Kind.THROWN, "", "", worker, Objects.requireNonNull(in.bytes()), null);
    }

    /** A task of the kernel for one item of a batch, for those who need it as an argument. */
    static CallTask<?> item(PartTask<?> part) {
        Engine engine = part.batch().engine();
        OutgoingCall call = new OutgoingCall(engine, engine.codec.encoder());
        call.begin(Failed.class, Bodies.ITEM, Reading::single, new CallOptions());
        call.intValue(part.index()).arg(part.batch());
        return call.sendCall();
    }

    // ---- the worker

    @SuppressWarnings("unchecked") // the caller's types are checked by its compiler
    static void run(Engine engine, Decoder in, Returned out) {
        Function1<@Nullable Object, ?> function =
                (Function1<@Nullable Object, ?>) Objects.requireNonNull(in.object(Object.class));
        @Nullable Object[] values = new @Nullable Object[in.intValue()];
        for (int i = 0; i < values.length; i++) {
            try {
                values[i] = function.apply(in.object(Object.class));
            } catch (Throwable thrown) {
                values[i] = new Failed(thrown);
            }
        }
        try {
            write(engine, values, out);
        } catch (CaptureException someCannotBeCaptured) {
            out.again();
            failUncapturable(engine, values);
            write(engine, values, out);
        }
    }

    private static void write(Engine engine, @Nullable Object[] values, Returned out) {
        for (Object value : values) {
            if (value instanceof Failed failed) {
                out.booleanValue(false).text(engine.self.uid()).bytes(engine.codec.thrown(failed.problem()));
            } else {
                out.booleanValue(true).object(value);
            }
        }
    }

    private static void failUncapturable(Engine engine, @Nullable Object[] values) {
        for (int i = 0; i < values.length; i++) {
            Encoder attempt = engine.codec.encoder();
            attempt.reset("result");
            try {
                attempt.object(values[i] instanceof Failed ? null : values[i]);
            } catch (CaptureException refused) {
                values[i] = new Failed(refused);
            }
        }
    }

    static void takeItem(Engine engine, int index, Payload batch, Returned out) throws Throwable {
        Object value = read(engine, batch, index + 1)[index];
        if (value instanceof Failed failed) {
            throw failed.problem();
        }
        out.object(value);
    }
}
