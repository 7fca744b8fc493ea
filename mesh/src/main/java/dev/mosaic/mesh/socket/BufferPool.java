package dev.mosaic.mesh.socket;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;

/**
 * Small direct buffers that links borrow. Links come and go by thousands; the system's memory under a direct buffer would
 * only come back when the garbage collector looks at it.
 *
 * <p><b>Threading:</b> any thread. <b>Cost:</b> at most {@value #MOST} idle buffers of {@value #BUFFER_BYTES} bytes.
 */
final class BufferPool {
    static final int BUFFER_BYTES = 16 << 10;
    private static final int MOST = 512;

    private final ArrayDeque<ByteBuffer> idle = new ArrayDeque<>();

    /** An empty buffer. */
    ByteBuffer take() {
        ByteBuffer buffer;
        synchronized (idle) {
            buffer = idle.poll();
        }
        return buffer == null ? ByteBuffer.allocateDirect(BUFFER_BYTES) : buffer.clear();
    }

    /** Takes one back that nobody uses any more; those of other sizes are left to the garbage collector. */
    void give(ByteBuffer buffer) {
        if (buffer.capacity() == BUFFER_BYTES) {
            synchronized (idle) {
                if (idle.size() < MOST) {
                    idle.push(buffer);
                }
            }
        }
    }
}
