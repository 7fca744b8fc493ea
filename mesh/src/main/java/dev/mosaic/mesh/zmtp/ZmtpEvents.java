package dev.mosaic.mesh.zmtp;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** What comes out of a {@link ZmtpSession}, in order. */
public interface ZmtpEvents {
    /** Bytes of the protocol itself, to be sent before anything that is sent later. The buffer is the taker's. */
    void reply(ByteBuffer bytes);

    /**
     * Who listens has greeted; what this side says of itself is sent next, and may be completed.
     *
     * @param nonce in hexadecimal digits, zeros where it gave none
     */
    default void greeted(String nonce) {}

    /**
     * The peer says who it is, and is about to be let in.
     *
     * @return why not, for the peer and for a log line; or null to let it in
     */
    @Nullable String introduced(Metadata peer);

    /**
     * Both sides are in: from here on messages may be sent.
     *
     * @param pings true where the peer answers PING (ZMTP 3.1)
     */
    void established(boolean pings);

    /** A part of a message, from position to limit; the buffer is the session's own input, to be left by return. */
    void part(ByteBuffer body, boolean more);

    /** True where the rest of what was received is to wait for the next {@link ZmtpSession#receive}. Asked after each frame. */
    default boolean pauses() {
        return false;
    }

    /** Memory for a large part, of at least that size; null refuses it and ends the session. */
    @Nullable MemorySegment land(long sizeBytes);

    /** The large part is complete in the segment that {@link #land} gave. */
    void landed(MemorySegment segment, long sizeBytes, boolean more);
}
