package dev.mosaic.invoke.codec;

import dev.mosaic.SerializationException;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Bytes that grow at the end. Numbers are little-endian.
 *
 * <p><b>Threading:</b> one thread. <b>Cost:</b> the array is kept for the next use, up to {@value #KEPT_BYTES} bytes. <b>Failure:</b> more
 * than {@value #MOST_BYTES} bytes are a {@link SerializationException}.
 */
final class Sink {
    static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
    static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    /** The longest array. */
    static final int MOST_BYTES = Integer.MAX_VALUE - 8;

    static final String ADVICE = "split it, or put its pieces and pass the refs";

    private static final int KEPT_BYTES = 64 * 1024;
    private static final int FIRST_BYTES = 512;

    private byte[] bytes = new byte[FIRST_BYTES];
    private int size;

    int size() {
        return size;
    }

    byte[] toArray() {
        return Arrays.copyOf(bytes, size);
    }

    void clear() {
        size = 0;
        if (bytes.length > KEPT_BYTES) {
            bytes = new byte[FIRST_BYTES];
        }
    }

    /** Forgets what was written after that size. */
    void cut(int at) {
        size = at;
    }

    void u8(int value) {
        ensure(1);
        bytes[size++] = (byte) value;
    }

    void u16(int value) {
        ensure(2);
        SHORT.set(bytes, size, (short) value);
        size += 2;
    }

    void i32(int value) {
        ensure(4);
        INT.set(bytes, size, value);
        size += 4;
    }

    void i64(long value) {
        ensure(8);
        LONG.set(bytes, size, value);
        size += 8;
    }

    /** The bytes, without their number. */
    void raw(MemorySegment source) {
        int count = size(source.byteSize());
        ensure(count);
        MemorySegment.copy(source, 0, MemorySegment.ofArray(bytes), size, count);
        size += count;
    }

    void raw(byte[] source, int from, int count) {
        ensure(count);
        System.arraycopy(source, from, bytes, size, count);
        size += count;
    }

    /** All that the other has. */
    void raw(Sink other) {
        raw(other.bytes, 0, other.size);
    }

    /** The low byte of each character. */
    void narrow(String text) {
        int count = text.length();
        ensure(count);
        for (int i = 0; i < count; i++) {
            bytes[size + i] = (byte) text.charAt(i);
        }
        size += count;
    }

    void wide(String text) {
        int count = text.length();
        ensure(size(2L * count));
        for (int i = 0; i < count; i++) {
            SHORT.set(bytes, size + 2 * i, (short) text.charAt(i));
        }
        size += 2 * count;
    }

    /** A short name; longer ones are cut. */
    void name(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        int count = Math.min(utf8.length, 0xffff);
        u16(count);
        raw(utf8, 0, count);
    }

    /** So many bytes, where they can be. */
    static int size(long bytes) {
        if (bytes > MOST_BYTES) {
            throw new SerializationException(
                    "sizeBytes=" + bytes + " encoded is above " + MOST_BYTES + ", the most", ADVICE);
        }
        return (int) bytes;
    }

    private void ensure(int more) {
        long wanted = (long) size + more;
        if (wanted > bytes.length) {
            size(wanted);
            bytes = Arrays.copyOf(bytes, (int) Math.min(MOST_BYTES, Math.max(wanted, 2L * bytes.length)));
        }
    }
}
