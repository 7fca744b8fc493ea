package dev.mosaic.unit.shell;

import dev.mosaic.CallOptions;
import dev.mosaic.CaptureException;
import dev.mosaic.Task;
import dev.mosaic.function.Action0;
import dev.mosaic.function.Action1;
import dev.mosaic.function.Action2;
import dev.mosaic.function.Action3;
import dev.mosaic.function.Action4;
import dev.mosaic.function.Action5;
import dev.mosaic.function.Action6;
import dev.mosaic.function.Action7;
import dev.mosaic.function.Function0;
import dev.mosaic.function.Function1;
import dev.mosaic.function.Function2;
import dev.mosaic.function.Function3;
import dev.mosaic.function.Function4;
import dev.mosaic.function.Function5;
import dev.mosaic.function.Function6;
import dev.mosaic.function.Function7;
import dev.mosaic.invoke.Member;
import dev.mosaic.invoke.codec.Decoder;
import dev.mosaic.unit.mailbox.Run;
import org.jspecify.annotations.Nullable;

/**
 * Runs stateless tasks: a function or an action with its arguments, a batch of a function's items, or the taking of one item
 * out of a batch's result.
 *
 * <p><b>Threading:</b> one lane.
 */
final class Bodies {
    /** What the number in the place of a method says. */
    static final int BODY = 0;

    static final int BATCH = 1;
    static final int ITEM = 2;
    static final int EACH = 3;
    static final int PULL = 4;
    static final int STOP = 5;

    private final Engine engine;

    Bodies(Engine engine) {
        this.engine = engine;
    }

    /** A function of the value of a task, in the worker that makes or keeps that. */
    static <T extends @Nullable Object, R extends @Nullable Object> Task<R> then(
            Engine engine, Function1<? super T, ? extends R> function, Task<T> task) {
        return engine.outgoing()
                .begin(function, BODY, Reading::single, new CallOptions())
                .near()
                .arg(task)
                .send();
    }

    void run(int kind, Decoder in, Run run, Returned out) throws Throwable {
        switch (kind) {
            case BODY -> body(in, out);
            case BATCH -> Batches.run(engine, in, out);
            case ITEM -> Batches.takeItem(engine, in.intValue(), run.value(0), out);
            case EACH -> Handout.run(in);
            case PULL -> out.promise(engine.outflows.pull(run.caller(), in));
            case STOP -> engine.outflows.stop(run.caller(), in);
            default -> throw new CaptureException("kind=" + kind + " of a stateless task is unknown", "");
        }
    }

    @SuppressWarnings("unchecked") // the caller's types are checked by its compiler
    private static void body(Decoder in, Returned out) throws Exception {
        Object body = in.object(Object.class);
        switch (body) {
            case Function0<?> f -> out.object(f.apply());
            case Function1<?, ?> f -> out.object(((Function1<@Nullable Object, ?>) f).apply(next(in)));
            case Function2<?, ?, ?> f ->
                out.object(((Function2<@Nullable Object, @Nullable Object, ?>) f).apply(next(in), next(in)));
            case Action0 action -> action.run();
            case Action1<?> action -> ((Action1<@Nullable Object>) action).run(next(in));
            case Action2<?, ?> action -> ((Action2<@Nullable Object, @Nullable Object>) action).run(next(in), next(in));
            case null, default -> wide(body, in, out);
        }
    }

    /** Functions of more parameters are reached by reflection. */
    private static void wide(@Nullable Object body, Decoder in, Returned out) throws Exception {
        Class<?> type = switch (body) {
            case Function3<?, ?, ?, ?> f -> Function3.class;
            case Function4<?, ?, ?, ?, ?> f -> Function4.class;
            case Function5<?, ?, ?, ?, ?, ?> f -> Function5.class;
            case Function6<?, ?, ?, ?, ?, ?, ?> f -> Function6.class;
            case Function7<?, ?, ?, ?, ?, ?, ?, ?> f -> Function7.class;
            case Action3<?, ?, ?> action -> Action3.class;
            case Action4<?, ?, ?, ?> action -> Action4.class;
            case Action5<?, ?, ?, ?, ?> action -> Action5.class;
            case Action6<?, ?, ?, ?, ?, ?> action -> Action6.class;
            case Action7<?, ?, ?, ?, ?, ?, ?> action -> Action7.class;
            case null, default ->
                throw new CaptureException("body=" + body + " is no function of Mosaic's", "hand in a lambda");
        };
        Member method = dev.mosaic.invoke.MethodTable.of(type).members().getFirst();
        @Nullable Object[] values = new @Nullable Object[method.parameters().size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = next(in);
        }
        try {
            Object value = type.getMethod(method.member(), method.parameters().toArray(Class<?>[]::new))
                    .invoke(body, values);
            if (method.returns() != void.class) {
                out.object(value);
            }
        } catch (java.lang.reflect.InvocationTargetException thrown) {
            throw thrown.getCause() instanceof Exception cause ? cause : thrown;
        }
    }

    private static @Nullable Object next(Decoder in) {
        return in.object(Object.class);
    }
}
