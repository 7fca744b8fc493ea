package dev.mosaic.invoke.codec;

import dev.mosaic.CaptureException;
import java.lang.foreign.MemorySegment;

/** Segments on the heap in which any primitive can be read: over {@code long[]}, not over {@code byte[]}. */
final class Aligned {
    private Aligned() {}

    static MemorySegment copy(MemorySegment bytes) {
        long longs = (bytes.byteSize() + Long.BYTES - 1) / Long.BYTES;
        if (longs > Integer.MAX_VALUE - 8) {
            throw new CaptureException("sizeBytes=" + bytes.byteSize() + " is above 16 GiB", "send it in pieces");
        }
        return MemorySegment.ofArray(new long[(int) longs])
                .asSlice(0, bytes.byteSize())
                .copyFrom(bytes);
    }

    /** The segment itself where it is aligned so already. */
    static MemorySegment of(MemorySegment bytes) {
        return bytes.maxByteAlignment() >= Long.BYTES ? bytes : copy(bytes);
    }
}
