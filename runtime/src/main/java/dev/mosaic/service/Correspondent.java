package dev.mosaic.service;

import dev.mosaic.mesh.Identity;
import dev.mosaic.mesh.Message;
import dev.mosaic.mesh.Outcome;
import dev.mosaic.mesh.Peer;
import java.lang.System.Logger.Level;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * A linked unit, and what could not be sent to it yet.
 *
 * <p><b>Threading:</b> the loop. <b>Cost:</b> a copy of the first part of each message that has to wait; further parts are lent.
 * <b>Failure:</b> with 64 MiB waiting nothing more is said on the link, and once they are taken it is closed: whoever
 * is there dials again and asks again.
 */
final class Correspondent {
    private static final System.Logger LOG = System.getLogger("dev.mosaic.service");

    /** Of first parts, and of what each message takes besides: further parts are lent. 100,000 small messages fit in. */
    private static final long MOST_WAITING_BYTES = 64L << 20;

    private static final int MESSAGE_BYTES = 256;

    private final Peer peer;
    private final int bulkBytes;
    private final ArrayDeque<Message> waiting = new ArrayDeque<>();
    private long waitingBytes;
    private boolean near;

    /** Something was not said, so nothing more is. */
    private boolean over;

    Correspondent(Peer peer, int bulkBytes) {
        this.peer = peer;
        this.bulkBytes = bulkBytes;
    }

    void near() {
        near = true;
    }

    boolean isNear() {
        return near;
    }

    boolean isOf(Peer other) {
        return peer.equals(other);
    }

    /** Who the other side is. */
    Identity identity() {
        return peer.identity();
    }

    /** Sends from position to limit, and what belongs to it; the bytes of the first part are copied where they are kept. */
    void send(ByteBuffer first, List<MemorySegment> further) {
        if (over) {
            closeIfTaken();
            return;
        }
        boolean isSmall = further.isEmpty() && first.remaining() < bulkBytes;
        if (waiting.isEmpty() && isSmall && peer.send(first) != Outcome.BACK_PRESSURED) {
            return;
        }
        Message message = message(first, further);
        if (!waiting.isEmpty() || peer.send(message) == Outcome.BACK_PRESSURED) {
            waiting.add(message);
            waitingBytes += bytesOf(message);
        }
        if (waitingBytes >= MOST_WAITING_BYTES) {
            over = true;
            LOG.log(
                    Level.WARNING,
                    "{0} takes too little: messages={1} with bytes={2} wait for it; once it has taken them its link is opened anew",
                    peer,
                    waiting.size(),
                    waitingBytes);
        }
    }

    void writable() {
        while (!waiting.isEmpty() && peer.send(waiting.element()) != Outcome.BACK_PRESSURED) {
            waitingBytes -= bytesOf(waiting.remove());
        }
        closeIfTaken();
    }

    /** A message was lost for want of memory, or half of it lies in the queue: what comes next must not overtake it. */
    void giveUp() {
        over = true;
        waiting.clear();
        waitingBytes = 0;
        closeIfTaken();
    }

    private void closeIfTaken() {
        if (over && waiting.isEmpty()) {
            peer.close();
        }
    }

    private static long bytesOf(Message message) {
        return MESSAGE_BYTES + message.parts().getFirst().byteSize();
    }

    private static Message message(ByteBuffer first, List<MemorySegment> further) {
        byte[] bytes = new byte[first.remaining()];
        first.get(first.position(), bytes);
        List<MemorySegment> parts = new ArrayList<>(1 + further.size());
        parts.add(MemorySegment.ofArray(bytes));
        parts.addAll(further);
        return Message.of(parts.toArray(MemorySegment[]::new));
    }
}
