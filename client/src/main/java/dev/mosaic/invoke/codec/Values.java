package dev.mosaic.invoke.codec;

import dev.mosaic.CaptureException;
import dev.mosaic.TesseraProxy;
import dev.mosaic.message.Payload;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The values of one payload: a tag, then its content.
 *
 * <p><b>Threading:</b> one thread. <b>Failure:</b> as {@link Decoder}.
 */
final class Values {
    private final ValueCodec codec;
    private final Source source;
    private final List<MemorySegment> far;

    Values(ValueCodec codec, Payload payload) {
        this.codec = codec;
        this.source = new Source(payload.inline());
        this.far = payload.outOfBand();
    }

    boolean hasMore() {
        return source.hasMore();
    }

    boolean isNeed() {
        return source.hasMore() && source.peek() == Tag.NEED;
    }

    int need() {
        source.u8();
        return source.u16();
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
        return ProxyForm.read(source, type, codec);
    }

    /** A whole value, tag included. */
    @Nullable Object value() {
        return value(tag());
    }

    /** A whole value, tag included, that holds no values in turn. */
    @Nullable Object leaf() {
        int tag = source.u8();
        if (tag == Tag.GRAPH) {
            throw new CaptureException("a graph stands beside a graph", "");
        }
        return value(tag);
    }

    /** The value of that tag, boxed. */
    @Nullable Object value(int tag) {
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
            case Tag.BOOLEANS -> booleans(block(tag, 1).toArray(ValueLayout.JAVA_BYTE));
            case Tag.BYTES -> block(tag, 1).toArray(ValueLayout.JAVA_BYTE);
            case Tag.SHORTS -> block(tag, 2).toArray(ValueLayout.JAVA_SHORT_UNALIGNED);
            case Tag.CHARS -> block(tag, 2).toArray(ValueLayout.JAVA_CHAR_UNALIGNED);
            case Tag.INTS -> block(tag, 4).toArray(ValueLayout.JAVA_INT_UNALIGNED);
            case Tag.LONGS -> block(tag, 8).toArray(ValueLayout.JAVA_LONG_UNALIGNED);
            case Tag.FLOATS -> block(tag, 4).toArray(ValueLayout.JAVA_FLOAT_UNALIGNED);
            case Tag.DOUBLES -> block(tag, 8).toArray(ValueLayout.JAVA_DOUBLE_UNALIGNED);
            case Tag.SEGMENT -> segment(tag);
            case Tag.BUFFER -> ByteBuffer.wrap(block(tag, 1).toArray(ValueLayout.JAVA_BYTE));
            case Tag.BUFFER_LITTLE ->
                ByteBuffer.wrap(block(tag, 1).toArray(ValueLayout.JAVA_BYTE)).order(ByteOrder.LITTLE_ENDIAN);
            case Tag.TEXT -> new String(block(tag, 1).toArray(ValueLayout.JAVA_BYTE), StandardCharsets.ISO_8859_1);
            case Tag.TEXT_WIDE -> new String(block(tag, 2).toArray(ValueLayout.JAVA_CHAR_UNALIGNED));
            case Tag.PROXY -> proxy(TesseraProxy.class);
            case Tag.THROWN -> codec.original(source.copy(source.i32()));
            case Tag.GRAPH -> codec.graphs().read(source, this);
            default -> throw new CaptureException("the bytes are no value: " + Tag.name(tag), "");
        };
    }

    private MemorySegment segment(int tag) {
        MemorySegment block = block(tag, 1);
        return (Tag.isFar(tag) ? Aligned.of(block) : Aligned.copy(block)).asReadOnly();
    }

    private MemorySegment block(int tag, int unit) {
        MemorySegment block = Tag.isFar(tag) ? part(source.u16()) : source.segment(source.i32());
        if (block.byteSize() % unit != 0 || block.byteSize() / unit > Integer.MAX_VALUE - 8) {
            throw new CaptureException(block.byteSize() + " bytes are no " + Tag.name(tag), "");
        }
        return block;
    }

    private MemorySegment part(int index) {
        if (index >= far.size()) {
            throw new CaptureException("part " + index + " of " + far.size() + " is wanted", "");
        }
        return far.get(index);
    }

    private static boolean[] booleans(byte[] bytes) {
        boolean[] values = new boolean[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            values[i] = bytes[i] != 0;
        }
        return values;
    }
}
