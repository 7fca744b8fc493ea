package dev.mosaic.invoke.codec;

import dev.mosaic.message.Place;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** How large arrays are taken out of the hands of the program. */
@FunctionalInterface
public interface Capture {
    /** A copy of each on the heap. */
    Capture ON_HEAP = (bytes, isOwn) -> new Part(isOwn ? bytes : Aligned.capture(bytes), null);

    /**
     * Bytes that nobody changes any more.
     *
     * @param place where they lie in shared memory; null where they do not
     */
    record Part(MemorySegment bytes, @Nullable Place place) {}

    /**
     * Takes the bytes of one array, text, buffer or segment.
     *
     * @param isOwn true where they are nobody else's already
     */
    Part take(MemorySegment bytes, boolean isOwn);
}
