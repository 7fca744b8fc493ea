package dev.mosaic.mesh.socket;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * What carries the bytes of one link over a socket that is connected: the socket as it is, or TLS. It knows nothing of who
 * dialled whom, how, and of what the bytes mean.
 *
 * <p><b>Threading:</b> {@link #secure}, {@link #read}, {@link #hasUnread} and {@link #close} by who carries the link; {@link
 * #write} and {@link #holds} by who has the writer's role; {@link #finish} by any thread. <b>Failure:</b> {@link
 * InsecureException} where the other side is not to be talked to, another {@link IOException} where the connection is lost.
 */
interface Transport {
    /** What the transport waits for. */
    enum Step {
        /** Nothing: both sides accept each other. */
        SECURED,
        /** The socket has something to read. */
        READABLE,
        /** The socket can be written to. */
        WRITABLE,
        /** Work that takes long, on a thread of its own. */
        AWAY
    }

    /**
     * Goes on until both sides accept each other, as far as that goes without waiting. Nothing is read or written before.
     *
     * @param back runs on another thread after {@link Step#AWAY}, when this is to be called again
     */
    Step secure(Runnable back) throws IOException;

    /**
     * Reads what is there, a bounded amount.
     *
     * @return bytes, or -1 where the other side said that no more will come
     */
    int read(ByteBuffer into) throws IOException;

    /** True where nobody else hears what is sent, and the other side has shown who it is. */
    boolean isPrivate();

    /** True where something was taken from the socket and can be read: the selector does not know of it. */
    boolean hasUnread();

    /** Writes what the socket takes. What is written may be held for a while; 0 where the socket takes no more. */
    long write(ByteBuffer bytes) throws IOException;

    /** Writes two buffers, one after the other. */
    long write(ByteBuffer[] two) throws IOException;

    /** True where bytes that {@link #write} took wait for the socket; the next write begins with them. */
    boolean holds();

    /** Says that no more will come. */
    void finish() throws IOException;

    /** Says goodbye where that is possible at once, and closes the socket. */
    void close();
}
