package dev.mosaic.invoke.codec;

import dev.mosaic.Mosaic;
import dev.mosaic.SerializationException;
import dev.mosaic.code.Snippets;
import java.lang.invoke.SerializedLambda;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import org.apache.fory.context.ReadContext;
import org.apache.fory.context.WriteContext;
import org.jspecify.annotations.Nullable;

/**
 * The variables of a shell that a function typed there reads, behind what it captured: {@code count, then for each: class, name, value}.
 * A variable that holds the running Mosaic is that of whoever reads.
 *
 * <p><b>Threading:</b> stateless. <b>Cost:</b> a byte for functions that read none. <b>Failure:</b> as {@link Snippets}.
 */
final class SnippetVariables {
    private static final int MOST = 1 << 16;

    private SnippetVariables() {}

    static void write(WriteContext context, SerializedLambda lambda, ClassLoader loader) {
        List<Snippets.Variable> variables = variables(lambda, loader);
        context.writeVarUInt32(variables.size());
        for (Snippets.Variable variable : variables) {
            context.writeString(variable.owner());
            context.writeString(variable.name());
            try {
                Object value = variable.in(loader).get(null);
                context.writeRef(value instanceof Mosaic ? null : value);
            } catch (ReflectiveOperationException gone) {
                throw unknown(variable, gone);
            }
        }
    }

    private static List<Snippets.Variable> variables(SerializedLambda lambda, ClassLoader loader) {
        String home = lambda.getImplClass().replace('/', '.');
        if (!Snippets.isSnippet(home)) {
            return List.of();
        }
        try {
            return Snippets.read(
                    Class.forName(home, false, loader), lambda.getImplMethodName(), lambda.getImplMethodSignature());
        } catch (ClassNotFoundException gone) {
            throw new SerializationException("class=" + home + " of a function is not here", "", gone);
        }
    }

    /** The class to make the function in. */
    static Class<?> read(ReadContext context, Class<?> home) {
        int count = context.readVarUInt32();
        if (count < 0 || count > MOST) {
            throw new SerializationException("a function cannot read " + count + " variables of a shell", "");
        }
        if (count == 0) {
            return home;
        }
        List<Snippets.Variable> variables = new ArrayList<>();
        List<@Nullable Object> values = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Snippets.Variable variable = new Snippets.Variable(context.readString(), context.readString());
            Object value = context.readRef();
            variables.add(variable);
            values.add(isMosaic(variable, home) ? Mosaic.current() : value);
        }
        try {
            return Snippets.copy(home, variables, values);
        } catch (ReflectiveOperationException | LinkageError | IllegalArgumentException unlike) {
            throw unknown(variables.getFirst(), unlike);
        }
    }

    private static boolean isMosaic(Snippets.Variable variable, Class<?> home) {
        try {
            Field field = variable.in(home.getClassLoader());
            return field.getType() == Mosaic.class;
        } catch (ReflectiveOperationException gone) {
            throw unknown(variable, gone);
        }
    }

    private static SerializationException unknown(Snippets.Variable variable, Throwable cause) {
        return new SerializationException(
                "variable=" + variable.name() + " of a shell cannot be carried over",
                "hand it in as an argument",
                cause);
    }
}
