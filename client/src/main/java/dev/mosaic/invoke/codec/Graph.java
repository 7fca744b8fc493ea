package dev.mosaic.invoke.codec;

import dev.mosaic.CaptureException;
import java.util.ArrayList;
import java.util.List;
import org.apache.fory.Fory;
import org.apache.fory.logging.LoggerFactory;
import org.apache.fory.memory.MemoryBuffer;
import org.apache.fory.serializer.JdkProxySerializer;
import org.jspecify.annotations.Nullable;

/**
 * One Fory, set up for graphs of the program's objects: shared and cyclic references are kept, no code is generated, classes
 * are checked on both ways. Arrays of primitives, buffers, segments, proxies and exceptions stand beside its bytes, as values
 * of our own.
 *
 * <p><b>Threading:</b> one thread at a time. <b>Cost:</b> some milliseconds and about 1 MB to make; its buffer is kept.
 * <b>Failure:</b> any exception; it must not be used again after one.
 */
final class Graph {
    private static final int MAX_DEPTH = 4000;
    private static final int KEPT_BYTES = 1 << 20;
    private static final long MAX_MEMORY_BYTES = 16L << 30;

    private final Fory fory;
    private MemoryBuffer buffer = MemoryBuffer.newHeapBuffer(1024);
    private @Nullable Encoder encoder;
    private int written;
    private List<@Nullable Object> beside = List.of();

    Graph(ClassLoader code, AllowedClasses classes) {
        LoggerFactory.disableLogging();
        this.fory = Fory.builder()
                .withXlang(false)
                .withRefTracking(true)
                .withCodegen(false)
                .withCompatible(false)
                .withClassVersionCheck(true)
                .withClassLoader(code)
                .requireClassRegistration(false)
                .withTypeChecker((resolver, name) -> classes.isAllowed(name))
                .withSerializerFactory(new GraphSerializers(this, classes))
                .withMaxDepth(MAX_DEPTH)
                .withMaxGraphMemoryBytes(MAX_MEMORY_BYTES)
                .suppressClassRegistrationWarnings(true)
                .build();
        for (Class<?> array : GraphSerializers.ARRAYS) {
            fory.registerSerializer(array, new BesideSerializer<>(fory.getConfig(), array, this));
        }
        // Before any lambda was written here, Fory would read them with a serializer of its own.
        Class<?> lambda = org.apache.fory.serializer.LambdaSerializer.ReplaceStub.class;
        fory.registerSerializer(lambda, new LambdaSerializer(fory.getConfig(), lambda, classes));
        Class<?> dynamic = JdkProxySerializer.ReplaceStub.class;
        fory.registerSerializer(
                dynamic, new RefusingSerializer<>(fory.getConfig(), dynamic, "a java.lang.reflect.Proxy"));
    }

    void write(Object root, Encoder to, Sink sink) {
        encoder = to;
        written = 0;
        buffer.writerIndex(0);
        fory.serialize(buffer, root);
        int size = buffer.writerIndex();
        sink.i32(size);
        sink.raw(buffer.getHeapMemory(), 0, size);
        sink.i32(written);
        encoder = null;
        if (buffer.size() > KEPT_BYTES) {
            buffer = MemoryBuffer.newHeapBuffer(1024);
        }
    }

    @Nullable Object read(Source source, Values values) {
        int size = source.i32();
        int from = source.skip(size);
        int count = source.i32();
        List<@Nullable Object> read = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            read.add(values.leaf());
        }
        beside = read;
        Object root = fory.deserialize(MemoryBuffer.fromByteArray(source.array(), from, size));
        beside = List.of();
        return root;
    }

    /** Sets a value aside; the index it can be read by. */
    int aside(Object value) {
        Encoder to = encoder;
        if (to == null) {
            throw new IllegalStateException("nothing is being written");
        }
        to.beside(value);
        return written++;
    }

    Object aside(int index) {
        Object value = index < 0 || index >= beside.size() ? null : beside.get(index);
        if (value == null) {
            throw new CaptureException("value " + index + " of " + beside.size() + " beside a graph is wanted", "");
        }
        return value;
    }
}
