package dev.mosaic.invoke.codec;

import dev.mosaic.SerializationException;
import dev.mosaic.TesseraProxy;
import dev.mosaic.invoke.Arguments;
import dev.mosaic.invoke.TypeLimit;
import dev.mosaic.message.Payload;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads the values of a payload in order. In the place of a task it reads the one value of that task's payload; a payload
 * without a value counts as null.
 *
 * <p>A primitive is widened as Java does it: a {@code short} can be read as {@code int}.
 *
 * <p><b>Threading:</b> one thread. <b>Cost:</b> an array is copied once out of the payload; a large segment is a read-only view of
 * the payload's own part. <b>Failure:</b> a value of another type, or bytes that are no value, are a {@link
 * SerializationException}.
 */
public final class Decoder implements Arguments {
    /** Of lists in lists. */
    private static final int DEEPEST = 64;

    private final ValueCodec codec;
    private final Values values;
    private final List<Payload> needs;
    private final @Nullable TypeLimit limit;
    private int count;

    Decoder(ValueCodec codec, Payload payload, List<Payload> needs, @Nullable TypeLimit limit) {
        this.codec = codec;
        this.values = new Values(codec, payload, limit);
        this.needs = needs;
        this.limit = limit;
    }

    /** True while there is a value that was not read. */
    public boolean hasMore() {
        return values.hasMore();
    }

    @Override
    public boolean booleanValue() {
        Values in = next();
        int tag = in.tag();
        if (tag != Tag.TRUE && tag != Tag.FALSE) {
            throw wrong(in, tag, "boolean");
        }
        return tag == Tag.TRUE;
    }

    @Override
    public byte byteValue() {
        return (byte) whole(Tag.BYTE);
    }

    @Override
    public short shortValue() {
        return (short) whole(Tag.SHORT);
    }

    @Override
    public char charValue() {
        return (char) whole(Tag.CHAR);
    }

    @Override
    public int intValue() {
        return (int) whole(Tag.INT);
    }

    @Override
    public long longValue() {
        return whole(Tag.LONG);
    }

    @Override
    public float floatValue() {
        Values in = next();
        int tag = in.tag();
        return tag == Tag.FLOAT ? in.float32() : whole(in, tag, Tag.FLOAT);
    }

    @Override
    public double doubleValue() {
        Values in = next();
        int tag = in.tag();
        return switch (tag) {
            case Tag.DOUBLE -> in.float64();
            case Tag.FLOAT -> in.float32();
            default -> whole(in, tag, Tag.DOUBLE);
        };
    }

    @Override
    public boolean @Nullable [] booleans() {
        return (boolean[]) tagged(Tag.BOOLEANS);
    }

    @Override
    public byte @Nullable [] bytes() {
        return (byte[]) tagged(Tag.BYTES);
    }

    @Override
    public short @Nullable [] shorts() {
        return (short[]) tagged(Tag.SHORTS);
    }

    @Override
    public char @Nullable [] chars() {
        return (char[]) tagged(Tag.CHARS);
    }

    @Override
    public int @Nullable [] ints() {
        return (int[]) tagged(Tag.INTS);
    }

    @Override
    public long @Nullable [] longs() {
        return (long[]) tagged(Tag.LONGS);
    }

    @Override
    public float @Nullable [] floats() {
        return (float[]) tagged(Tag.FLOATS);
    }

    @Override
    public double @Nullable [] doubles() {
        return (double[]) tagged(Tag.DOUBLES);
    }

    @Override
    public @Nullable String text() {
        return object(String.class);
    }

    @Override
    public @Nullable MemorySegment segment() {
        return object(MemorySegment.class);
    }

    @Override
    public @Nullable ByteBuffer buffer() {
        return object(ByteBuffer.class);
    }

    @Override
    public <P extends TesseraProxy> @Nullable P proxy(Class<P> type) {
        return object(type);
    }

    @Override
    @SuppressWarnings("unchecked") // the box of a primitive class is what its Class<T> stands for
    public <T> @Nullable T object(Class<T> type) {
        if (type.isPrimitive()) {
            return (T) primitive(type);
        }
        Values in = next();
        int tag = in.tag();
        if (tag == Tag.PROXY
                && (TesseraProxy.class.isAssignableFrom(type) || type.isAssignableFrom(TesseraProxy.class))) {
            return in.proxy(type);
        }
        Object value = value(in, tag, 0);
        if (value == null || type.isInstance(value)) {
            return type.cast(value);
        }
        throw wrong(value.getClass().getTypeName(), type.getTypeName());
    }

    /** The value of that tag, with what tasks give in its lists and maps. */
    private @Nullable Object value(Values in, int tag, int depth) {
        if (tag != Tag.LIST && tag != Tag.MAP) {
            return in.value(tag);
        }
        if (depth == DEEPEST) {
            throw new SerializationException("lists of tasks are more than " + DEEPEST + " deep", "make them flatter");
        }
        int size = in.size();
        if (tag == Tag.LIST) {
            List<@Nullable Object> list = new ArrayList<>(size);
            for (int i = 0; i < size; i++) {
                list.add(element(in, depth));
            }
            return list;
        }
        Map<@Nullable Object, @Nullable Object> map = LinkedHashMap.newLinkedHashMap(size);
        for (int i = 0; i < size; i++) {
            map.put(element(in, depth), element(in, depth));
        }
        return map;
    }

    private @Nullable Object element(Values in, int depth) {
        Values at = found(in);
        return value(at, at.tag(), depth + 1);
    }

    private @Nullable Object primitive(Class<?> type) {
        return switch (type.getName()) {
            case "boolean" -> booleanValue();
            case "byte" -> byteValue();
            case "short" -> shortValue();
            case "char" -> charValue();
            case "int" -> intValue();
            case "long" -> longValue();
            case "float" -> floatValue();
            case "double" -> doubleValue();
            default -> object(Object.class); // void: null
        };
    }

    /** The value where it is of that kind or null. */
    private @Nullable Object tagged(int kind) {
        Values in = next();
        int tag = in.tag();
        if (Tag.near(tag) != kind && tag != Tag.NULL) {
            throw wrong(in, tag, Tag.name(kind));
        }
        return in.value(tag);
    }

    private long whole(int wanted) {
        Values in = next();
        return whole(in, in.tag(), wanted);
    }

    private long whole(Values in, int tag, int wanted) {
        boolean fits = tag == wanted || (tag >= Tag.BYTE && tag < wanted && wanted != Tag.CHAR);
        if (!fits || tag > Tag.LONG) {
            throw wrong(in, tag, Tag.name(wanted));
        }
        return in.whole(tag);
    }

    /** Where the next value is to be read: here, or in a task's payload. */
    private Values next() {
        count++;
        return found(values);
    }

    /** Where the next value of these is to be read: there, or in a task's payload. */
    private Values found(Values at) {
        if (!at.isNeed()) {
            return near(at);
        }
        int index = at.need();
        if (index < 0 || index >= needs.size()) {
            throw new SerializationException(
                    "argument " + count + " is the value of task " + index + " of " + needs.size(), "");
        }
        return near(new Values(codec, needs.get(index), limit));
    }

    /** What is stored is read where it came to. */
    private Values near(Values at) {
        return at.isStored() ? new Values(codec, codec.proxies().stored(at.stored()), limit) : at;
    }

    private SerializationException wrong(Values in, int tag, String wanted) {
        String found = Tag.name(tag);
        if (tag == Tag.GRAPH || tag == Tag.PROXY || tag == Tag.THROWN) {
            Object value = in.value(tag);
            found = value == null ? "null" : value.getClass().getTypeName();
        }
        return wrong(found, wanted);
    }

    private SerializationException wrong(String found, String wanted) {
        return new SerializationException("value " + count + " is of type " + found + ", not " + wanted, "");
    }
}
