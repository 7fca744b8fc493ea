package dev.mosaic.mesh;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * Gives the memory that large parts are read into, straight from the socket. Whoever supplies a landing owns its memory
 * and frees it.
 *
 * <p><b>Threading:</b> called by the mesh's own threads, one call at a time per lane; must not block.
 */
@FunctionalInterface
public interface Landing {
    /**
     * Memory for one large part.
     *
     * @param from who sends it
     * @param sizeBytes its exact size
     * @return a segment of at least that size, or null to refuse: the link then ends, with one log line
     * @throws OutOfMemoryError where there is none now: over sockets the part is read into a temporary file that is mapped, which nobody
     *     needs to free, though {@link #abandoned} may be told of it; the link ends only where the disk has no room either
     */
    @Nullable MemorySegment land(Identity from, long sizeBytes);

    /**
     * Called instead of delivery when a link breaks before a part it asked memory for was complete or its message ended.
     */
    default void abandoned(MemorySegment landed) {}

    /** Fresh heap arrays of up to 2 GiB, left to the garbage collector; larger parts are refused. */
    static Landing heap() {
        return (from, sizeBytes) ->
                sizeBytes > Integer.MAX_VALUE - 8 ? null : MemorySegment.ofArray(new byte[(int) sizeBytes]);
    }
}
