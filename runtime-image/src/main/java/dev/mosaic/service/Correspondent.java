package dev.mosaic.service;

import dev.mosaic.mesh.Message;
import dev.mosaic.mesh.Outcome;
import dev.mosaic.mesh.Peer;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;

/**
 * A linked unit, and what could not be sent to it yet.
 *
 * <p><b>Threading:</b> the loop. <b>Cost:</b> a copy of each message that has to wait. <b>Failure:</b> with {@value #MOST_WAITING}
 * messages waiting the link is closed: whoever is there dials again and asks again.
 */
final class Correspondent {
    private static final int MOST_WAITING = 10_000;

    private final Peer peer;
    private final int bulkBytes;
    private final ArrayDeque<ByteBuffer> waiting = new ArrayDeque<>();

    Correspondent(Peer peer, int bulkBytes) {
        this.peer = peer;
        this.bulkBytes = bulkBytes;
    }

    /** Sends from position to limit; the bytes are copied where they are kept. */
    void send(ByteBuffer message) {
        if (!waiting.isEmpty() || hand(message) == Outcome.BACK_PRESSURED) {
            waiting.add(ByteBuffer.wrap(copy(message)));
        }
        if (waiting.size() > MOST_WAITING) {
            waiting.clear();
            peer.close();
        }
    }

    void writable() {
        while (!waiting.isEmpty() && hand(waiting.peek()) != Outcome.BACK_PRESSURED) {
            waiting.poll();
        }
    }

    private Outcome hand(ByteBuffer message) {
        return message.remaining() < bulkBytes
                ? peer.send(message)
                : peer.send(Message.of(MemorySegment.ofArray(copy(message))));
    }

    private static byte[] copy(ByteBuffer message) {
        byte[] bytes = new byte[message.remaining()];
        message.get(message.position(), bytes);
        return bytes;
    }
}
