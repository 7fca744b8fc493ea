package dev.mosaic.mesh;

import java.nio.ByteBuffer;

/**
 * Another unit, as a place to send messages to. It outlives its links: they open on first use and are dialled again after
 * a break.
 *
 * <p><b>Threading:</b> any thread may send. A send never waits for the peer. <b>Cost:</b> a small message is copied once,
 * into the link's buffer, and written by the sender itself where the link is idle; nothing is allocated. <b>Failure:</b>
 * by {@link Outcome}.
 */
public interface Peer {
    /** Of its links. */
    enum State {
        /** No link yet, or one being dialled: messages are queued. */
        DIALLING,
        /** Linked. */
        UP,
        /** Closed, given up, or lost and not to be dialled from here. */
        GONE
    }

    /** Who it is. Until the first link is up, the instance is 0. */
    Identity identity();

    State state();

    /**
     * Sends one small part on the control lane: from position to limit, both left as they were. The bytes are copied
     * before the call returns.
     *
     * @throws MeshException with {@link MeshException.Code#MESSAGE} where it is larger than {@link Limits#bulkBytes}; send
     *     that as a {@link Message}
     */
    Outcome send(ByteBuffer part);

    /**
     * Sends a message of any size and number of parts. From {@link Limits#bulkBytes} in all it goes on the bulk lane, a
     * link of its own, so that it holds up no small message; there is no order between the lanes. Foreign ZeroMQ peers
     * have one lane. Parts below that size are copied, the others written from where they lie.
     */
    Outcome send(Message message);

    /** Bytes queued here and not yet taken by the system, of both lanes. */
    long queuedBytes();

    /** Ends its links after what is queued was tried once. Idempotent. */
    void close();
}
