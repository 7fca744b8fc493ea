package dev.mosaic.unit.shell;

import dev.mosaic.SerializationException;
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
import dev.mosaic.function.TaskName;
import dev.mosaic.invoke.Member;
import dev.mosaic.invoke.MethodTable;
import dev.mosaic.invoke.Result;
import dev.mosaic.invoke.codec.Decoder;
import dev.mosaic.unit.mailbox.Run;
import io.smallrye.mutiny.Multi;
import java.lang.reflect.InvocationTargetException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Calls a function or an action that came with its arguments, at a tessera's object or at none. <b>Threading:</b> one lane. */
final class FunctionRun {
    private FunctionRun() {}

    /** The arguments in turn; the first may be an object that is here. */
    private static final class Operands {
        private final Decoder in;
        private @Nullable Object target;

        Operands(Decoder in, @Nullable Object target) {
            this.in = in;
            this.target = target;
        }

        @Nullable Object next() {
            Object first = target;
            target = null;
            return first == null ? in.object(Object.class) : first;
        }
    }

    /** What the run calls, which comes first; whoever looks at the run sees its name. */
    static @Nullable Object function(Decoder in, Run run) {
        Object function = in.object(Object.class);
        run.function = function == null ? "" : TaskName.of(function);
        return function;
    }

    /** @param target the first argument; null where that comes too */
    @SuppressWarnings("unchecked") // the caller's types are checked by its compiler
    static void run(@Nullable Object target, @Nullable Object body, Decoder arguments, Result out) throws Exception {
        Operands in = new Operands(arguments, target);
        switch (body) {
            case Function0<?> f -> give(f.apply(), out);
            case Function1<?, ?> f -> give(((Function1<@Nullable Object, ?>) f).apply(in.next()), out);
            case Function2<?, ?, ?> f ->
                give(((Function2<@Nullable Object, @Nullable Object, ?>) f).apply(in.next(), in.next()), out);
            case Action0 action -> action.run();
            case Action1<?> action -> ((Action1<@Nullable Object>) action).run(in.next());
            case Action2<?, ?> action ->
                ((Action2<@Nullable Object, @Nullable Object>) action).run(in.next(), in.next());
            case null, default -> wide(body, in, out);
        }
    }

    /** A value, the promise of one, or items to come. */
    private static void give(@Nullable Object value, Result out) {
        if (Promises.isPromise(value) || value instanceof Multi<?>) {
            out.promise(value);
        } else {
            out.object(value);
        }
    }

    /** Functions of more parameters are reached by reflection. */
    private static void wide(@Nullable Object body, Operands in, Result out) throws Exception {
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
                throw new SerializationException("body=" + body + " is no function of Mosaic's", "hand in a lambda");
        };
        Member method = MethodTable.of(type).members().getFirst();
        @Nullable Object[] values = new @Nullable Object[method.parameters().size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = in.next();
        }
        try {
            Object value = type.getMethod(method.member(), method.parameters().toArray(Class<?>[]::new))
                    .invoke(body, values);
            if (method.returns() != void.class) {
                give(value, out);
            }
        } catch (InvocationTargetException thrown) {
            throw Failures.unchecked(Objects.requireNonNull(thrown.getCause()));
        }
    }
}
