package dev.mosaic.mesh.socket;

import dev.mosaic.mesh.zmtp.ZmtpSession;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Reads one connection, and has the session parse it: into the buffer of who carries, or where a large part is under way
 * straight into its memory. What the session leaves of a read is kept for the next; where it paused, the next one reads nothing more.
 *
 * <p><b>Threading:</b> who carries the link. <b>Cost:</b> keeps at most {@value #KEEP_BYTES} bytes between reads where
 * nothing is left over.
 */
final class Reading {
    private static final int KEEP_BYTES = 4 << 10;
    private static final int LEAST_BYTES = 256;

    private final Transport transport;
    private final ZmtpSession session;
    private final Pulse pulse;

    /** From position to limit what is left over, where {@link #leaves}. */
    private @Nullable ByteBuffer leftover;

    private boolean leaves;

    Reading(Transport transport, ZmtpSession session, Pulse pulse) {
        this.transport = transport;
        this.session = session;
        this.pulse = pulse;
    }

    /**
     * Reads once and parses it.
     *
     * @param inbox empty, and empty again afterwards
     * @return true where there may be more
     * @throws EOFException where the peer closed
     */
    boolean once(ByteBuffer inbox) throws IOException {
        ByteBuffer landing = session.landing();
        return landing != null ? intoLanding(landing) : intoInbox(inbox.clear());
    }

    private boolean intoLanding(ByteBuffer landing) throws IOException {
        int bytes = transport.read(landing);
        if (bytes < 0) {
            throw new EOFException();
        }
        pulse.heard(System.nanoTime());
        if (bytes > 0) {
            session.landed(bytes);
        }
        return !landing.hasRemaining() || transport.hasUnread();
    }

    private boolean intoInbox(ByteBuffer in) throws IOException {
        ByteBuffer before = leftover;
        if (leaves && before != null) {
            in.put(before);
            leaves = false;
        }
        boolean wasPaused = session.isPaused();
        int bytes = wasPaused ? 0 : transport.read(in);
        boolean filled = !in.hasRemaining();
        in.flip();
        if (bytes > 0 || wasPaused) {
            pulse.heard(System.nanoTime()); // what waits here is no silence
            session.receive(in);
        }
        keep(in);
        if (bytes < 0) {
            throw new EOFException();
        }
        return filled || transport.hasUnread();
    }

    private void keep(ByteBuffer rest) {
        int bytes = rest.remaining();
        ByteBuffer buffer = leftover;
        leaves = bytes > 0;
        if (leaves) {
            if (buffer == null || buffer.capacity() < bytes) {
                buffer = ByteBuffer.allocate(Math.max(LEAST_BYTES, Integer.highestOneBit(bytes) << 1));
                leftover = buffer;
            }
            buffer.clear().put(rest).flip();
        } else if (buffer != null && buffer.capacity() > KEEP_BYTES) {
            leftover = null;
        }
    }
}
