package dev.mosaic.invoke.codec;

import dev.mosaic.SerializationException;
import dev.mosaic.TesseraProxy;
import dev.mosaic.invoke.TypeLimit;
import dev.mosaic.message.Payload;
import dev.mosaic.message.Place;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The values of one payload: a tag, then its content.
 *
 * <p><b>Threading:</b> one thread. <b>Failure:</b> as {@link Decoder}.
 */
final class Values {
    private final ValueCodec codec;
    private final Source source;
    private final Payload payload;
    private final @Nullable TypeLimit limit;

    /** How many parts come before the first of a value: one where it stands for the inline bytes. */
    private final int first;

    private final boolean isSharing;

    /** @param limit which classes may be in them; null where any */
    Values(ValueCodec codec, Payload payload, @Nullable TypeLimit limit) {
        this(codec, payload, limit, false);
    }

    /** @param isSharing true where large arrays in the payload are given as they are, not as copies */
    Values(ValueCodec codec, Payload payload, @Nullable TypeLimit limit, boolean isSharing) {
        this.isSharing = isSharing;
        this.limit = limit;
        this.codec = codec;
        this.payload = payload;
        this.first = payload.inline().length == 0 && !payload.outOfBand().isEmpty() ? 1 : 0;
        this.source =
                new Source(first == 0 ? payload.inline() : read(0, bytes -> bytes.toArray(ValueLayout.JAVA_BYTE)));
    }

    private <T> T read(int part, Function<MemorySegment, T> function) {
        Place place = payload.place(part);
        return place == null
                ? function.apply(payload.outOfBand().get(part))
                : codec.proxies().read(place, function);
    }

    boolean hasMore() {
        return source.hasMore();
    }

    boolean isNeed() {
        return source.hasMore() && (source.peek() == Tag.NEED || source.peek() == Tag.NEED_WIDE);
    }

    boolean isStored() {
        return source.hasMore() && source.peek() == Tag.STORED;
    }

    RefForm stored() {
        source.u8();
        return RefForm.read(source);
    }

    int need() {
        return source.u8() == Tag.NEED ? source.u16() : source.i32();
    }

    /** How many values follow, each of which takes a byte or more. */
    int size() {
        return source.count();
    }

    /** The next tag; of a payload without any value, null's. */
    int tag() {
        return source.isEmpty() ? Tag.NULL : source.u8();
    }

    long whole(int tag) {
        return switch (tag) {
            case Tag.BYTE -> (byte) source.u8();
            case Tag.SHORT -> (short) source.u16();
            case Tag.CHAR -> source.u16();
            case Tag.INT -> source.i32();
            default -> source.i64();
        };
    }

    float float32() {
        return Float.intBitsToFloat(source.i32());
    }

    double float64() {
        return Double.longBitsToDouble(source.i64());
    }

    <P> P proxy(Class<P> type) {
        return ProxyForm.read(source, type, codec, limit);
    }

    /** A whole value, tag included. */
    @Nullable Object value() {
        return value(tag());
    }

    /** A whole value, tag included, that holds no values in turn. */
    @Nullable Object leaf() {
        int tag = source.u8();
        if (tag == Tag.GRAPH) {
            throw new SerializationException("a graph stands beside a graph", "");
        }
        return value(tag);
    }

    /** The value of that tag, boxed. */
    @Nullable Object value(int tag) {
        if (isSharing && Tag.isFar(tag) && Tag.near(tag) >= Tag.BYTES && Tag.near(tag) <= Tag.DOUBLES) {
            return payload.outOfBand().get(part(source.u16())).heapBase().orElseThrow();
        }
        return switch (Tag.near(tag)) {
            case Tag.NULL -> null;
            case Tag.FALSE -> false;
            case Tag.TRUE -> true;
            case Tag.BYTE -> (byte) whole(tag);
            case Tag.SHORT -> (short) whole(tag);
            case Tag.CHAR -> (char) whole(tag);
            case Tag.INT -> (int) whole(tag);
            case Tag.LONG -> whole(tag);
            case Tag.FLOAT -> float32();
            case Tag.DOUBLE -> float64();
            case Tag.BOOLEANS -> booleans(block(tag, 1, Values::bytes));
            case Tag.BYTES -> block(tag, 1, Values::bytes);
            case Tag.SHORTS -> block(tag, 2, bytes -> bytes.toArray(ValueLayout.JAVA_SHORT_UNALIGNED));
            case Tag.CHARS -> block(tag, 2, bytes -> bytes.toArray(ValueLayout.JAVA_CHAR_UNALIGNED));
            case Tag.INTS -> block(tag, 4, bytes -> bytes.toArray(ValueLayout.JAVA_INT_UNALIGNED));
            case Tag.LONGS -> block(tag, 8, bytes -> bytes.toArray(ValueLayout.JAVA_LONG_UNALIGNED));
            case Tag.FLOATS -> block(tag, 4, bytes -> bytes.toArray(ValueLayout.JAVA_FLOAT_UNALIGNED));
            case Tag.DOUBLES -> block(tag, 8, bytes -> bytes.toArray(ValueLayout.JAVA_DOUBLE_UNALIGNED));
            case Tag.SEGMENT -> segment(tag);
            case Tag.BUFFER -> ByteBuffer.wrap(block(tag, 1, Values::bytes));
            case Tag.BUFFER_LITTLE ->
                ByteBuffer.wrap(block(tag, 1, Values::bytes)).order(ByteOrder.LITTLE_ENDIAN);
            case Tag.TEXT -> new String(block(tag, 1, Values::bytes), StandardCharsets.ISO_8859_1);
            case Tag.TEXT_WIDE -> block(tag, 2, bytes -> new String(bytes.toArray(ValueLayout.JAVA_CHAR_UNALIGNED)));
            case Tag.REF -> codec.proxies().arrived(RefForm.read(source), limit);
            case Tag.PROXY -> proxy(TesseraProxy.class);
            case Tag.THROWN -> codec.original(source.copy(source.i32()));
            case Tag.GRAPH -> codec.graphs().read(source, this, limit);
            default -> throw new SerializationException("the bytes are no value: " + Tag.name(tag), "");
        };
    }

    private static byte[] bytes(MemorySegment block) {
        return block.toArray(ValueLayout.JAVA_BYTE);
    }

    private MemorySegment segment(int tag) {
        if (!Tag.isFar(tag)) {
            return Aligned.copy(source.segment(source.i32())).asReadOnly();
        }
        int part = part(source.u16());
        MemorySegment block =
                payload.place(part) == null ? Aligned.of(payload.outOfBand().get(part)) : read(part, Aligned::copy);
        return block.asReadOnly();
    }

    /** What the function makes of the bytes of a block. */
    private <T> T block(int tag, int unit, Function<MemorySegment, T> function) {
        if (!Tag.isFar(tag)) {
            return function.apply(checked(source.segment(source.i32()), tag, unit));
        }
        return read(part(source.u16()), bytes -> function.apply(checked(bytes, tag, unit)));
    }

    private static MemorySegment checked(MemorySegment block, int tag, int unit) {
        if (block.byteSize() % unit != 0 || block.byteSize() / unit > Integer.MAX_VALUE - 8) {
            throw new SerializationException(block.byteSize() + " bytes are no " + Tag.name(tag), "");
        }
        return block;
    }

    /** The index among the payload's parts of the one that a value names. */
    private int part(int index) {
        int count = payload.outOfBand().size() - first;
        if (index >= count) {
            throw new SerializationException("part " + index + " of " + count + " is wanted", "");
        }
        return first + index;
    }

    /** The only value, as bytes. */
    ValueCodec.Block whole() {
        int tag = tag();
        int kind = Tag.near(tag);
        if (kind < Tag.BOOLEANS || kind > Tag.BUFFER_LITTLE) {
            throw new SerializationException("a " + Tag.name(tag) + " has no segment", "take value()");
        }
        return Tag.isFar(tag)
                ? new ValueCodec.Block(part(source.u16()), MemorySegment.NULL)
                : new ValueCodec.Block(
                        -1, Aligned.copy(source.segment(source.i32())).asReadOnly());
    }

    private static boolean[] booleans(byte[] bytes) {
        boolean[] values = new boolean[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            values[i] = bytes[i] != 0;
        }
        return values;
    }
}
