package dev.mosaic.benchmarks;

import dev.mosaic.mesh.Identity;
import dev.mosaic.mesh.Landing;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Native segments of one size that are used again and again. */
final class PooledLanding implements Landing {
    private final ConcurrentLinkedQueue<MemorySegment> free = new ConcurrentLinkedQueue<>();
    private final int sizeBytes;

    PooledLanding(int sizeBytes) {
        this.sizeBytes = sizeBytes;
    }

    @Override
    public MemorySegment land(Identity from, long wanted) {
        MemorySegment pooled = free.poll();
        return pooled != null ? pooled : Arena.global().allocate(sizeBytes, 64);
    }

    void free(MemorySegment landed) {
        free.add(landed);
    }

    @Override
    public void abandoned(MemorySegment landed) {
        free(landed);
    }
}
