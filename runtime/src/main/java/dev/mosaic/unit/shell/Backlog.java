package dev.mosaic.unit.shell;

import dev.mosaic.mesh.Message;
import dev.mosaic.mesh.Outcome;
import dev.mosaic.mesh.Peer;
import java.util.ArrayDeque;

/**
 * Messages that a peer's full queue did not take, in order. Those of the bulk lane wait apart, so that they hold up no
 * small ones.
 *
 * <p>It is bounded by the bytes that it keeps itself: first parts, and {@value #MESSAGE_BYTES} bytes for each message. Further parts are
 * lent by those who keep them anyway: arguments by their caller, who counts them against its credit, values by their maker.
 *
 * <p><b>Threading:</b> the loop. <b>Cost:</b> O(1) each.
 */
final class Backlog {
    /** What a message takes besides its bytes, and each further part of it. */
    static final int MESSAGE_BYTES = 256;

    private static final int PART_BYTES = 16;

    private final long mostBytes;
    private final ArrayDeque<Message> small = new ArrayDeque<>(0);
    private final ArrayDeque<Message> large = new ArrayDeque<>(0);
    private long bytes;

    Backlog(long mostBytes) {
        this.mostBytes = mostBytes;
    }

    boolean isEmpty() {
        return small.isEmpty() && large.isEmpty();
    }

    boolean isEmpty(boolean isLarge) {
        return (isLarge ? large : small).isEmpty();
    }

    long bytes() {
        return bytes;
    }

    int messages() {
        return small.size() + large.size();
    }

    /** False where it is full. A message alone may be larger than all the room. */
    boolean add(boolean isLarge, Message message) {
        long size = bytesOf(message);
        if (bytes > 0 && size > mostBytes - bytes) {
            return false;
        }
        (isLarge ? large : small).add(message);
        bytes += size;
        return true;
    }

    void clear() {
        small.clear();
        large.clear();
        bytes = 0;
    }

    /** Sends what the peer takes. */
    void drain(Peer peer) {
        drain(peer, small);
        drain(peer, large);
    }

    private void drain(Peer peer, ArrayDeque<Message> queue) {
        for (Message head = queue.peek(); head != null; head = queue.peek()) {
            if (peer.send(head) == Outcome.BACK_PRESSURED) {
                return;
            }
            queue.remove();
            bytes -= bytesOf(head);
        }
    }

    private static long bytesOf(Message message) {
        int further = message.parts().size() - 1;
        return message.parts().getFirst().byteSize() + MESSAGE_BYTES + (long) PART_BYTES * further;
    }
}
