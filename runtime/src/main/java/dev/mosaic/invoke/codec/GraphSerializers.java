package dev.mosaic.invoke.codec;

import dev.mosaic.Arg;
import dev.mosaic.CaptureException;
import dev.mosaic.Ref;
import dev.mosaic.TesseraProxy;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.util.List;
import org.apache.fory.resolver.TypeResolver;
import org.apache.fory.serializer.Serializer;
import org.apache.fory.serializer.SerializerFactory;
import org.jspecify.annotations.Nullable;

/** Picks our own serializer for what Fory must not write field by field; refuses what may not be in a graph. */
final class GraphSerializers implements SerializerFactory {
    static final List<Class<?>> ARRAYS = List.of(
            boolean[].class,
            byte[].class,
            short[].class,
            char[].class,
            int[].class,
            long[].class,
            float[].class,
            double[].class);

    private static final List<Class<?>> FAMILIES =
            List.of(MemorySegment.class, ByteBuffer.class, TesseraProxy.class, Ref.class, Throwable.class);

    private static final String FORY = "org.apache.fory.";

    private final ObjectGraph graph;
    private final AllowedClasses classes;

    GraphSerializers(ObjectGraph graph, AllowedClasses classes) {
        this.graph = graph;
        this.classes = classes;
    }

    /** Null where Fory's own is right. */
    @Override
    @SuppressWarnings("NullAway") // Fory's interface is not annotated: null is its "not mine"
    public @Nullable Serializer<?> createSerializer(TypeResolver resolver, Class<?> type) {
        if (!type.getName().startsWith(FORY)) {
            graph.check(LambdaSerializer.isLambda(type) ? null : type, type.getTypeName());
        }
        for (Class<?> family : FAMILIES) {
            if (family.isAssignableFrom(type)) {
                return new BesideSerializer<>(resolver.getConfig(), type, family, graph);
            }
        }
        if (Arg.class.isAssignableFrom(type)) {
            throw new CaptureException("a Task inside an object", "pass it as argument, or its result()");
        }
        if (LambdaSerializer.isLambda(type)) {
            return new LambdaSerializer(resolver.getConfig(), type, graph, classes);
        }
        if (Proxy.isProxyClass(type) || !isAllowed(type)) {
            throw classes.refusal(type.getTypeName());
        }
        JdkForm<?> form = JdkForm.of(type);
        return form == null
                ? JavaSerializer.of(resolver.getConfig(), type)
                : form.serializer(resolver.getConfig(), type);
    }

    private boolean isAllowed(Class<?> type) {
        return type.getName().startsWith(FORY) || classes.isAllowed(type);
    }
}
