package dev.mosaic.mesh.socket;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.function.IntFunction;

/**
 * Buffers of one size that links borrow. Links come and go by thousands; the system's memory under a direct buffer would
 * only come back when the garbage collector looks at it.
 *
 * <p><b>Threading:</b> any thread. <b>Cost:</b> at most {@value #MOST_BYTES} bytes of idle buffers.
 */
final class BufferPool {
    private static final int MOST_BYTES = 8 << 20;

    private final int sizeBytes;
    private final IntFunction<ByteBuffer> maker;
    private final ArrayDeque<ByteBuffer> idle = new ArrayDeque<>();

    /** @param maker makes one of that size: direct where the system reads and writes it, on the heap where Java does */
    BufferPool(int sizeBytes, IntFunction<ByteBuffer> maker) {
        this.sizeBytes = sizeBytes;
        this.maker = maker;
    }

    int sizeBytes() {
        return sizeBytes;
    }

    /** An empty buffer. */
    ByteBuffer take() {
        ByteBuffer buffer;
        synchronized (idle) {
            buffer = idle.poll();
        }
        return buffer == null ? maker.apply(sizeBytes) : buffer.clear();
    }

    /** Takes one back that nobody uses any more; those of other sizes are left to the garbage collector. */
    void give(ByteBuffer buffer) {
        if (buffer.capacity() == sizeBytes) {
            synchronized (idle) {
                if (idle.size() < MOST_BYTES / sizeBytes) {
                    idle.push(buffer);
                }
            }
        }
    }
}
