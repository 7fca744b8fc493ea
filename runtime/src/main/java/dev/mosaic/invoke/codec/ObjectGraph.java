package dev.mosaic.invoke.codec;

import dev.mosaic.SerializationException;
import dev.mosaic.invoke.TypeLimit;
import java.lang.invoke.SerializedLambda;
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
final class ObjectGraph {
    private static final int MAX_DEPTH = 4000;
    private static final int MOST_BYTES = Sink.MOST_BYTES;
    private static final int KEPT_BYTES = 1 << 20;
    private static final long MAX_MEMORY_BYTES = 16L << 30;

    private final Fory fory;
    private MemoryBuffer buffer = MemoryBuffer.newHeapBuffer(1024);
    private @Nullable Encoder encoder;
    private int written;
    private List<@Nullable Object> beside = List.of();
    private @Nullable TypeLimit limit;

    ObjectGraph(ClassLoader code, AllowedClasses classes) {
        LoggerFactory.disableLogging();
        // Its forms for Guava are chosen by name: the program may have its classes from another loader.
        this.fory = Fory.builder()
                .withXlang(false)
                .withRefTracking(true)
                .withCodegen(false)
                .withCompatible(false)
                .withClassVersionCheck(true)
                .withClassLoader(code)
                .registerGuavaTypes(false)
                .requireClassRegistration(false)
                .withTypeChecker((resolver, name) -> isAllowed(classes, name))
                .withSerializerFactory(new GraphSerializers(this, classes))
                .withMaxDepth(MAX_DEPTH)
                .withMaxGraphMemoryBytes(MAX_MEMORY_BYTES)
                .suppressClassRegistrationWarnings(true)
                .build();
        GraphSerializers.register(fory.getTypeResolver());
        for (Class<?> array : GraphSerializers.ARRAYS) {
            fory.registerSerializer(array, new BesideSerializer<>(fory.getConfig(), array, this));
        }
        // Before any lambda was written here, Fory would read them with a serializer of its own.
        Class<?> lambda = org.apache.fory.serializer.LambdaSerializer.ReplaceStub.class;
        fory.registerSerializer(lambda, new LambdaSerializer(fory.getConfig(), lambda, this, classes));
        // Reading one would run code of whatever class it names.
        fory.registerSerializer(
                SerializedLambda.class,
                new RefusingSerializer<>(fory.getConfig(), SerializedLambda.class, SerializedLambda.class.getName()));
        Class<?> dynamic = JdkProxySerializer.ReplaceStub.class;
        fory.registerSerializer(
                dynamic, new RefusingSerializer<>(fory.getConfig(), dynamic, "a java.lang.reflect.Proxy"));
    }

    void write(Object root, Encoder to, Sink sink) {
        encoder = to;
        written = 0;
        buffer.writerIndex(0);
        try {
            fory.serialize(buffer, root);
        } catch (RuntimeException | OutOfMemoryError failed) {
            if (isTooLarge(failed, buffer.writerIndex())) {
                throw tooLarge(failed);
            }
            throw failed;
        }
        int size = buffer.writerIndex();
        sink.i32(size);
        sink.raw(buffer.getHeapMemory(), 0, size);
        sink.i32(written);
        encoder = null;
        if (buffer.size() > KEPT_BYTES) {
            buffer = MemoryBuffer.newHeapBuffer(1024);
        }
    }

    /** What Fory says where its array cannot grow any further is one of several things. */
    static boolean isTooLarge(Throwable failed, int written) {
        Throwable root = Graphs.last(failed);
        return (written < 0 || written > MOST_BYTES / 4)
                && (root instanceof IndexOutOfBoundsException
                        || root instanceof NegativeArraySizeException
                        || root instanceof IllegalArgumentException
                        || root instanceof OutOfMemoryError);
    }

    private static SerializationException tooLarge(Throwable failed) {
        return new SerializationException(
                "objects of more than " + MOST_BYTES + " bytes encoded do not fit into one value", Sink.ADVICE, failed);
    }

    /** Of a class that is first seen; Fory asks once for each. A graph with a limit is read in one that has read others of such a limit only. */
    private boolean isAllowed(AllowedClasses classes, String name) {
        if (!classes.isAllowed(name)) {
            return false;
        }
        if (limit != null && !limit.isOpen()) {
            check(name.contains("$$Lambda") ? null : classes.load(name), name);
        }
        return true;
    }

    /** @param type null for a lambda */
    void check(@Nullable Class<?> type, String name) {
        TypeLimit by = limit;
        if (by != null && !(type == null ? by.isOpen() : by.permits(type))) {
            throw by.refusal(name);
        }
    }

    /** @param by which classes may be in it; null where any */
    @Nullable Object read(Source source, Values values, @Nullable TypeLimit by) {
        limit = by;
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
            throw new SerializationException(
                    "value " + index + " of " + beside.size() + " beside a graph is wanted", "");
        }
        return value;
    }
}
