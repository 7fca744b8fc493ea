package dev.mosaic.invoke.codec;

import dev.mosaic.SerializationException;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;

/**
 * Reads what {@link Sink} wrote.
 *
 * <p><b>Threading:</b> one thread. <b>Failure:</b> reading past the end is a {@link SerializationException}; nothing is allocated
 * for bytes that are not there.
 */
final class Source {
    private final byte[] bytes;
    private int at;

    Source(byte[] bytes) {
        this.bytes = bytes;
    }

    boolean hasMore() {
        return at < bytes.length;
    }

    /** True where there are no bytes at all. */
    boolean isEmpty() {
        return bytes.length == 0;
    }

    /** The next byte, which stays where it is. */
    int peek() {
        need(1);
        return bytes[at] & 0xff;
    }

    int u8() {
        return bytes[take(1)] & 0xff;
    }

    int u16() {
        return (short) Sink.SHORT.get(bytes, take(2)) & 0xffff;
    }

    int i32() {
        return (int) Sink.INT.get(bytes, take(4));
    }

    /** How many things follow, each of which takes a byte or more. */
    int count() {
        int count = i32();
        need(count);
        return count;
    }

    long i64() {
        return (long) Sink.LONG.get(bytes, take(8));
    }

    /** The next bytes in place. */
    MemorySegment segment(int count) {
        return MemorySegment.ofArray(bytes).asSlice(take(count), count);
    }

    byte[] array() {
        return bytes;
    }

    /** Where in {@link #array} those bytes begin. */
    int skip(int count) {
        return take(count);
    }

    byte[] copy(int count) {
        int from = take(count);
        return java.util.Arrays.copyOfRange(bytes, from, from + count);
    }

    String name() {
        int count = u16();
        return new String(bytes, take(count), count, StandardCharsets.UTF_8);
    }

    private int take(int count) {
        need(count);
        int from = at;
        at += count;
        return from;
    }

    private void need(int count) {
        if (count < 0 || count > bytes.length - at) {
            throw new SerializationException(
                    "values end at byte " + bytes.length + ", and " + count + " bytes are wanted at " + at, "");
        }
    }
}
