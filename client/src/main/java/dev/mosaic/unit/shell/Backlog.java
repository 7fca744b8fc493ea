package dev.mosaic.unit.shell;

import dev.mosaic.mesh.Message;
import dev.mosaic.mesh.Outcome;
import dev.mosaic.mesh.Peer;
import java.util.ArrayDeque;

/**
 * Messages that a peer's full queue did not take, in order. Those of the bulk lane wait apart, so that they hold up no
 * small ones.
 *
 * <p><b>Threading:</b> the loop.
 */
final class Backlog {
    private final ArrayDeque<Message> small = new ArrayDeque<>(0);
    private final ArrayDeque<Message> large = new ArrayDeque<>(0);

    boolean isEmpty(boolean isLarge) {
        return (isLarge ? large : small).isEmpty();
    }

    void add(boolean isLarge, Message message) {
        (isLarge ? large : small).add(message);
    }

    /** Sends what the peer takes. */
    void drain(Peer peer) {
        drain(peer, small);
        drain(peer, large);
    }

    private static void drain(Peer peer, ArrayDeque<Message> queue) {
        for (Message head = queue.peek(); head != null; head = queue.peek()) {
            if (peer.send(head) == Outcome.BACK_PRESSURED) {
                return;
            }
            queue.remove();
        }
    }
}
