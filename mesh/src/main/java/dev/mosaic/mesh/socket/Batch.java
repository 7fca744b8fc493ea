package dev.mosaic.mesh.socket;

import dev.mosaic.mesh.zmtp.Frame;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * Bytes that wait to be written to one link, in order: small parts copied behind each other, large ones as loans that are
 * spliced in at their place.
 *
 * <p><b>Threading:</b> filled under the outbox's lock, then written by its writer alone. <b>Cost:</b> the buffer doubles
 * when it is full, and is let go when it was hardly used {@value #IDLE_ROUNDS} times in a row.
 */
final class Batch {
    private static final ByteBuffer NONE = ByteBuffer.allocateDirect(0);
    private static final int IDLE_ROUNDS = 64;
    private static final int STAGING_BYTES = 256 << 10;

    private final BufferPool pool;
    private ByteBuffer bytes = NONE;
    private final ArrayDeque<Loan> loans = new ArrayDeque<>(4);
    private final ArrayDeque<Loan> written = new ArrayDeque<>(4);
    private final ByteBuffer[] vector = new ByteBuffer[2];
    private @Nullable ByteBuffer staging;
    private int idleRounds;

    Batch(BufferPool pool) {
        this.pool = pool;
    }

    /** True where nothing was put since it was last written. */
    boolean isEmpty() {
        return bytes.position() == 0 && loans.isEmpty();
    }

    /** Adds raw bytes of the protocol, from position to limit; all puts answer how many bytes that will be on the wire. */
    int put(ByteBuffer raw) {
        int size = raw.remaining();
        ensure(size);
        bytes.put(bytes.position(), raw, raw.position(), size);
        bytes.position(bytes.position() + size);
        return size;
    }

    /** Adds the only part of a message by copying it. */
    int putPart(ByteBuffer part) {
        int size = part.remaining();
        ensure(size + Frame.MAX_HEADER_BYTES);
        Frame.putHeader(bytes, size, false);
        bytes.put(bytes.position(), part, part.position(), size);
        bytes.position(bytes.position() + size);
        return Frame.headerBytes(size) + size;
    }

    /** Adds a part by copying it. */
    int copyPart(MemorySegment part, boolean more) {
        int size = (int) part.byteSize();
        ensure(size + Frame.MAX_HEADER_BYTES);
        Frame.putHeader(bytes, size, more);
        MemorySegment.copy(part, 0, MemorySegment.ofBuffer(bytes), 0, size);
        bytes.position(bytes.position() + size);
        return Frame.headerBytes(size) + size;
    }

    /** Adds a part to be written from where it lies. */
    long lendPart(MemorySegment part, boolean more, @Nullable Runnable released) {
        ensure(Frame.MAX_HEADER_BYTES);
        Frame.putHeader(bytes, part.byteSize(), more);
        loans.add(new Loan(bytes.position(), part, released));
        return Frame.headerBytes(part.byteSize()) + part.byteSize();
    }

    /** Ends the filling; from here on it is written. */
    void flip() {
        bytes.flip();
    }

    /**
     * Writes what the transport takes; loans that are written wait for {@link #releaseWritten}.
     *
     * @return bytes written; {@link #isWritten} tells whether that was all
     */
    long write(Transport transport) throws IOException {
        long sum = 0;
        while (!isWritten() || transport.holds()) {
            Loan loan = loans.peek();
            long wrote = loan == null ? transport.write(bytes) : writeLoan(transport, loan);
            sum += wrote;
            if (wrote == 0) {
                break;
            }
            if (loan != null && loan.remainingBytes() == 0) {
                written.add(loans.remove());
            }
        }
        return sum;
    }

    boolean isWritten() {
        return !bytes.hasRemaining() && loans.isEmpty();
    }

    /** True where loans are written and not given back yet. */
    boolean hasWritten() {
        return !written.isEmpty();
    }

    /** Gives the loans that are written back. */
    void releaseWritten() {
        for (Loan loan = written.poll(); loan != null; loan = written.poll()) {
            loan.release();
        }
    }

    /** Makes it ready to be filled again. */
    void clear() {
        idleRounds = bytes.limit() < bytes.capacity() / 16 ? idleRounds + 1 : 0;
        if (idleRounds > IDLE_ROUNDS && bytes.capacity() > pool.sizeBytes()) {
            bytes = pool.take();
            idleRounds = 0;
        }
        bytes.clear();
    }

    /** Bytes that were copied into it while it is filled. */
    int copiedBytes() {
        return bytes.position();
    }

    /** Gives all loans back, written or not, and its buffer. */
    void abandon() {
        releaseWritten();
        loans.forEach(Loan::release);
        loans.clear();
        pool.give(bytes);
        bytes = NONE;
    }

    private long writeLoan(Transport transport, Loan loan) throws IOException {
        int limit = bytes.limit();
        int before = bytes.position();
        bytes.limit(loan.at);
        vector[0] = bytes;
        vector[1] = loan.isNative() ? loan.view() : loan.stage(staging());
        try {
            long wrote = transport.write(vector);
            loan.wrote(wrote - (bytes.position() - before));
            return wrote;
        } finally {
            bytes.limit(limit);
        }
    }

    private ByteBuffer staging() {
        ByteBuffer buffer = staging;
        if (buffer == null) {
            buffer = ByteBuffer.allocateDirect(STAGING_BYTES);
            staging = buffer;
        }
        return buffer;
    }

    private void ensure(int more) {
        if (bytes.remaining() < more) {
            ByteBuffer full = bytes;
            int wanted = Math.max(full.position() + more, full.capacity() * 2);
            bytes = wanted <= pool.sizeBytes() ? pool.take() : ByteBuffer.allocateDirect(wanted);
            bytes.put(full.flip());
            pool.give(full);
        }
    }
}
