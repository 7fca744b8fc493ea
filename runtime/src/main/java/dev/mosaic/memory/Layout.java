package dev.mosaic.memory;

import dev.mosaic.message.Place;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/**
 * The headers of slabs and ranges, as drawn in the package's description.
 *
 * <p>A generation is written before the memory changes hands and read again after its bytes were read, so that a reader knows
 * whether what it read was whole.
 */
final class Layout {
    /** Ranges and their headers start at multiples of this many bytes. */
    static final long ALIGNMENT = 64;

    /** Size of each header. */
    static final long HEADER = 64;

    /** What stays of a slab that was given back, and where the bytes of a large range start. */
    static final long PAGE = 4096;

    private static final long SLAB_MAGIC = 0x4d6f53614c616221L;
    private static final long RANGE_MAGIC = 0x4d6f52614e676521L;
    private static final long OWNER = 8;
    private static final long NUMBER = 16;
    private static final long BYTES = 24;
    private static final long STATE = 32;
    private static final long GENERATION = 8;
    private static final long SIZE = 16;
    private static final long OFFSET = 24;
    private static final long PAGES = 32;

    private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();

    private Layout() {}

    static long aligned(long bytes) {
        return (bytes + ALIGNMENT - 1) & -ALIGNMENT;
    }

    static void writeSlab(MemorySegment slab, long owner, int number) {
        put(slab, OWNER, owner);
        put(slab, NUMBER, number);
        put(slab, BYTES, slab.byteSize());
        put(slab, STATE, 1);
        LONG.setRelease(slab, 0L, SLAB_MAGIC);
    }

    static boolean isSlab(MemorySegment slab, long owner, int number) {
        return slab.byteSize() >= PAGE
                && get(slab, 0) == SLAB_MAGIC
                && get(slab, OWNER) == owner
                && get(slab, NUMBER) == number
                && isInUse(slab);
    }

    static boolean isInUse(MemorySegment slab) {
        return (long) LONG.getAcquire(slab, STATE) == 1;
    }

    static void giveBack(MemorySegment slab) {
        LONG.setVolatile(slab, STATE, 0L);
        VarHandle.fullFence();
    }

    static void writeRange(MemorySegment slab, Place place, boolean untouched) {
        long header = place.offset() - HEADER;
        put(slab, header, RANGE_MAGIC);
        put(slab, header + SIZE, place.size());
        put(slab, header + OFFSET, place.offset());
        put(slab, header + PAGES, untouched ? 1 : 0);
        LONG.setVolatile(slab, header + GENERATION, place.generation());
    }

    /** Whether the range is the one that the place names, now. */
    static boolean isRange(MemorySegment slab, Place place) {
        VarHandle.acquireFence();
        long header = place.offset() - HEADER;
        return (long) LONG.getAcquire(slab, header + GENERATION) == place.generation()
                && get(slab, header) == RANGE_MAGIC
                && get(slab, header + SIZE) == place.size()
                && get(slab, header + OFFSET) == place.offset();
    }

    /** Whether nobody has written to the range's pages since the system gave them. */
    static boolean isUntouched(MemorySegment slab, Place place) {
        return get(slab, place.offset() - HEADER + PAGES) == 1;
    }

    /** The process that the range was reserved for has written to all its pages. */
    static void markFilled(MemorySegment slab, Place place) {
        LONG.setVolatile(slab, place.offset() - HEADER + PAGES, 2L);
    }

    static boolean isFilled(MemorySegment slab, Place place) {
        return get(slab, place.offset() - HEADER + PAGES) == 2;
    }

    /** No place has the generation that is left. */
    static void free(MemorySegment slab, Place place) {
        LONG.setVolatile(slab, place.offset() - HEADER + GENERATION, -place.generation());
        VarHandle.fullFence();
    }

    private static long get(MemorySegment slab, long at) {
        return slab.get(ValueLayout.JAVA_LONG, at);
    }

    private static void put(MemorySegment slab, long at, long value) {
        slab.set(ValueLayout.JAVA_LONG, at, value);
    }
}
