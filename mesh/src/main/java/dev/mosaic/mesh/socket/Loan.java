package dev.mosaic.mesh.socket;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A large part on its way out, written from where it lies.
 *
 * <p><b>Threading:</b> owned by the outbox's writer. <b>Cost:</b> native memory goes to the system without a copy; heap
 * memory through the outbox's staging buffer, because the system cannot read a heap that moves.
 */
final class Loan {
    private static final int VIEW_BYTES = 1 << 30;

    /** Position in the copied bytes of its batch at which its own bytes come. */
    final int at;

    private final MemorySegment segment;
    private final @Nullable Runnable released;
    private long written;
    private @Nullable ByteBuffer view;

    /** @param released to run when this loan is written, null where another loan of the message does it */
    Loan(int at, MemorySegment segment, @Nullable Runnable released) {
        this.at = at;
        this.segment = segment;
        this.released = released;
    }

    long remainingBytes() {
        return segment.byteSize() - written;
    }

    boolean isNative() {
        return segment.isNative();
    }

    /** The next bytes, for native memory: kept until it is used up, so a short write goes on where it stopped. */
    ByteBuffer view() {
        ByteBuffer current = view;
        if (current == null || !current.hasRemaining()) {
            current = segment.asSlice(written, Math.min(remainingBytes(), VIEW_BYTES))
                    .asByteBuffer();
            view = current;
        }
        return current;
    }

    /** Copies the next bytes, for heap memory, and flips the buffer. */
    ByteBuffer stage(ByteBuffer staging) {
        long bytes = Math.min(remainingBytes(), staging.capacity());
        staging.clear().limit((int) bytes);
        MemorySegment.copy(segment, written, MemorySegment.ofBuffer(staging), 0, bytes);
        return staging;
    }

    void wrote(long bytes) {
        written += bytes;
    }

    void release() {
        if (released != null) {
            OwnerCode.run("released", released);
        }
    }
}
