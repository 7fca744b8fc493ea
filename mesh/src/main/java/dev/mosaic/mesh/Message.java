package dev.mosaic.mesh;

import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * Parts that travel together, as ZeroMQ's multipart messages do: all of them arrive, in order, or none.
 *
 * <p>The parts are lent, not copied: once a send answered {@link Outcome#SENT} their bytes must stay as they are until
 * {@code released} has run, which happens exactly once, on any thread, when the bytes were written or the link gave up.
 * After any other outcome nothing was lent and {@code released} does not run.
 *
 * @param parts 1 or more, each of any size, heap or native; those lent must be accessible to any thread
 * @param released runs when the mesh needs the parts no longer; must not block
 */
public record Message(List<MemorySegment> parts, Runnable released) {
    public Message {
        parts = List.copyOf(parts);
        if (parts.isEmpty()) {
            throw new MeshException(MeshException.Code.MESSAGE, "parts=0: a message has at least one part");
        }
    }

    /** A message whose parts nobody waits to reuse, such as fresh heap arrays. */
    public static Message of(MemorySegment... parts) {
        return new Message(List.of(parts), () -> {});
    }

    /** The bytes of all parts together. */
    public long sizeBytes() {
        long sum = 0;
        for (MemorySegment part : parts) {
            sum += part.byteSize();
        }
        return sum;
    }
}
