package dev.mosaic.invoke.codec;

import dev.mosaic.SerializationException;
import java.lang.foreign.MemorySegment;

/** Segments on the heap in which any primitive can be read: over {@code long[]}, not over {@code byte[]}. */
final class Aligned {
    private Aligned() {}

    static MemorySegment copy(MemorySegment bytes) {
        long longs = (bytes.byteSize() + Long.BYTES - 1) / Long.BYTES;
        if (longs > Integer.MAX_VALUE - 8) {
            throw new SerializationException("sizeBytes=" + bytes.byteSize() + " is above 16 GiB", "send it in pieces");
        }
        return MemorySegment.ofArray(new long[(int) longs])
                .asSlice(0, bytes.byteSize())
                .copyFrom(bytes);
    }

    /** The segment itself where it is aligned so already. */
    static MemorySegment of(MemorySegment bytes) {
        return bytes.maxByteAlignment() >= Long.BYTES ? bytes : copy(bytes);
    }

    /** A copy; of a whole array, an array of the same kind, which costs no zeroing. */
    static MemorySegment capture(MemorySegment bytes) {
        return switch (bytes.heapBase().orElse(null)) {
            case byte[] array when array.length == bytes.byteSize() -> MemorySegment.ofArray(array.clone());
            case short[] array when 2L * array.length == bytes.byteSize() -> MemorySegment.ofArray(array.clone());
            case char[] array when 2L * array.length == bytes.byteSize() -> MemorySegment.ofArray(array.clone());
            case int[] array when 4L * array.length == bytes.byteSize() -> MemorySegment.ofArray(array.clone());
            case long[] array when 8L * array.length == bytes.byteSize() -> MemorySegment.ofArray(array.clone());
            case float[] array when 4L * array.length == bytes.byteSize() -> MemorySegment.ofArray(array.clone());
            case double[] array when 8L * array.length == bytes.byteSize() -> MemorySegment.ofArray(array.clone());
            case null, default -> copy(bytes);
        };
    }
}
