package dev.mosaic.invoke.codec;

import dev.mosaic.Arg;
import dev.mosaic.CaptureException;
import dev.mosaic.Ref;
import dev.mosaic.TesseraProxy;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Random;
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

    private final Graph graph;
    private final AllowedClasses classes;

    GraphSerializers(Graph graph, AllowedClasses classes) {
        this.graph = graph;
        this.classes = classes;
    }

    /** Null where Fory's own is right. */
    @Override
    @SuppressWarnings("NullAway") // Fory's interface is not annotated: null is its "not mine"
    public @Nullable Serializer<?> createSerializer(TypeResolver resolver, Class<?> type) {
        for (Class<?> family : FAMILIES) {
            if (family.isAssignableFrom(type)) {
                return new BesideSerializer<>(resolver.getConfig(), type, family, graph);
            }
        }
        if (Arg.class.isAssignableFrom(type)) {
            throw new CaptureException("a Task inside an object", "pass it as argument, or its result()");
        }
        if (LambdaSerializer.isLambda(type)) {
            return new LambdaSerializer(resolver.getConfig(), type, classes);
        }
        if (Proxy.isProxyClass(type) || !isAllowed(type)) {
            throw classes.refusal(type.getTypeName());
        }
        return type == Random.class ? new RandomSerializer(resolver.getConfig()) : null;
    }

    private boolean isAllowed(Class<?> type) {
        return type.getName().startsWith("org.apache.fory.") || classes.isAllowed(type);
    }
}
