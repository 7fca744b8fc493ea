package dev.mosaic.invoke.codec;

import dev.mosaic.SerializationException;
import dev.mosaic.invoke.TypeLimit;
import java.io.Serializable;
import java.lang.invoke.SerializedLambda;
import java.lang.reflect.Method;
import org.apache.fory.config.Config;
import org.apache.fory.context.ReadContext;
import org.apache.fory.context.WriteContext;
import org.apache.fory.serializer.Serializer;

/**
 * Lambdas and method references, as the class that made them, the method they call and the values they captured. They are made
 * again by the {@code $deserializeLambda$} that javac put into that class, which makes no others. Those typed into a shell take the
 * variables along that they read: {@link SnippetVariables}.
 *
 * <p><b>Failure:</b> one that is not {@link Serializable} is refused when written.
 */
final class LambdaSerializer extends Serializer<Object> {
    static final String ADVICE = "take a type of dev.mosaic.function, or cast it: (Runnable & Serializable) () -> ...";

    private static final ClassValue<Method> MAKER = declared("$deserializeLambda$", SerializedLambda.class);
    private static final ClassValue<Method> REPLACER = declared("writeReplace");

    private final ObjectGraph graph;
    private final AllowedClasses classes;

    @SuppressWarnings({"unchecked", "rawtypes"}) // Fory keeps it for exactly this class
    LambdaSerializer(Config config, Class<?> type, ObjectGraph graph, AllowedClasses classes) {
        super(config, (Class) type);
        this.graph = graph;
        this.classes = classes;
    }

    /** A method of each class, looked up once; whoever asks for one that is not there or not open gets a RuntimeException. */
    private static ClassValue<Method> declared(String name, Class<?>... parameters) {
        return new ClassValue<>() {
            @Override
            protected Method computeValue(Class<?> type) {
                try {
                    Method method = type.getDeclaredMethod(name, parameters);
                    method.setAccessible(true);
                    return method;
                } catch (NoSuchMethodException none) {
                    throw new IllegalStateException(none);
                }
            }
        };
    }

    static boolean isLambda(Class<?> type) {
        return (type.isHidden() && type.getName().contains("$$Lambda"))
                || type == org.apache.fory.serializer.LambdaSerializer.ReplaceStub.class
                || type == org.apache.fory.serializer.LambdaSerializer.STUB_LAMBDA_CLASS;
    }

    @Override
    public void write(WriteContext context, Object value) {
        SerializedLambda lambda = serialized(value);
        context.writeString(lambda.getCapturingClass());
        context.writeString(lambda.getFunctionalInterfaceClass());
        context.writeString(lambda.getFunctionalInterfaceMethodName());
        context.writeString(lambda.getFunctionalInterfaceMethodSignature());
        context.writeVarUInt32(lambda.getImplMethodKind());
        context.writeString(lambda.getImplClass());
        context.writeString(lambda.getImplMethodName());
        context.writeString(lambda.getImplMethodSignature());
        context.writeString(lambda.getInstantiatedMethodType());
        context.writeVarUInt32(lambda.getCapturedArgCount());
        for (int i = 0; i < lambda.getCapturedArgCount(); i++) {
            context.writeRef(lambda.getCapturedArg(i));
        }
        SnippetVariables.write(context, lambda, value.getClass().getClassLoader());
    }

    @Override
    public Object read(ReadContext context) {
        String capturing = context.readString().replace('/', '.');
        graph.check(null, "a lambda of " + capturing);
        Class<?> home = classes.load(capturing);
        String type = context.readString();
        String method = context.readString();
        String signature = context.readString();
        int kind = context.readVarUInt32();
        String implClass = context.readString();
        String implMethod = context.readString();
        String implSignature = context.readString();
        String instantiated = context.readString();
        int count = context.readVarUInt32();
        if (count < 0 || count > 255) {
            throw new SerializationException("a lambda cannot capture " + count + " values", "");
        }
        Object[] captured = new Object[count];
        for (int i = 0; i < count; i++) {
            captured[i] = context.readRef();
        }
        home = SnippetVariables.read(context, home);
        SerializedLambda lambda = new SerializedLambda(
                home, type, method, signature, kind, implClass, implMethod, implSignature, instantiated, captured);
        try {
            return MAKER.get(home).invoke(null, lambda);
        } catch (ReflectiveOperationException | RuntimeException broken) {
            throw new SerializationException(
                    "class=" + home.getName() + " has no lambda " + implMethod + implSignature,
                    "ship the same code to every worker",
                    broken);
        }
    }

    static SerializedLambda serialized(Object value) {
        Class<?> type = value.getClass();
        if (!(value instanceof Serializable)) {
            throw new SerializationException(type.getTypeName() + " is a lambda that is not serialisable", ADVICE);
        }
        try {
            if (REPLACER.get(type).invoke(value) instanceof SerializedLambda lambda) {
                return lambda;
            }
        } catch (ReflectiveOperationException | RuntimeException closed) {
            Module module = type.getModule();
            if (module.isNamed() && !TypeLimit.isOfJdk(type)) {
                throw new SerializationException(
                        type.getTypeName() + " is in " + module + ", which does not open its package",
                        "write opens " + type.getPackageName() + "; in module-info.java",
                        closed);
            }
            throw new SerializationException(
                    type.getTypeName() + " is a lambda of the JDK, which cannot be serialized",
                    "write it as a lambda in your code",
                    closed);
        }
        throw new SerializationException(type.getTypeName() + " does not say what it calls", "");
    }
}
