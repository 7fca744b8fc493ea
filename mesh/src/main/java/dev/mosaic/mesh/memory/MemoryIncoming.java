package dev.mosaic.mesh.memory;

import dev.mosaic.mesh.Incoming;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * A message as a receiver sees it. Stricter than a socket's, so that misuse shows: outside of the call it was given to,
 * and where a landed part is asked for as a small one, it throws {@link IllegalStateException}.
 */
final class MemoryIncoming implements Incoming {
    private final List<MemorySegment> parts = new ArrayList<>();
    private final List<Boolean> landed = new ArrayList<>();
    private boolean over;

    void add(MemorySegment part, boolean isLanded) {
        parts.add(part);
        landed.add(isLanded);
    }

    /** The receiver's call has ended. */
    void end() {
        over = true;
    }

    @Override
    public int parts() {
        return parts.size();
    }

    @Override
    public long sizeBytes(int part) {
        return parts.get(part).byteSize();
    }

    @Override
    public boolean isLanded(int part) {
        return landed.get(part);
    }

    @Override
    public ByteBuffer bytes(int part) {
        if (landed.get(part)) {
            throw new IllegalStateException("part=" + part + " is landed: read segment(part)");
        }
        return segment(part).asByteBuffer();
    }

    @Override
    public MemorySegment segment(int part) {
        MemorySegment segment = parts.get(part);
        if (over && !landed.get(part)) {
            throw new IllegalStateException("part=" + part + " was read after received returned");
        }
        return segment;
    }
}
