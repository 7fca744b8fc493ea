package dev.mosaic.unit.shell;

import dev.mosaic.mesh.Identity;
import dev.mosaic.mesh.Incoming;
import dev.mosaic.mesh.Mesh;
import dev.mosaic.mesh.MeshOptions;
import dev.mosaic.mesh.Message;
import dev.mosaic.mesh.Outcome;
import dev.mosaic.mesh.Peer;
import dev.mosaic.mesh.Receiver;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

/** Opens a mesh through which a unit sends: it can be shut for a peer, and made to fail. */
final class Valve implements MeshOpener {
    private final MeshOpener opener;
    private final Predicate<String> isMeant;
    private final Map<Peer, Peer> peers = new ConcurrentHashMap<>();
    private final AtomicInteger links = new AtomicInteger();
    private final AtomicInteger sends = new AtomicInteger();
    private volatile boolean shut;
    private volatile int failsEach = Integer.MAX_VALUE;

    /** For peers of those names. */
    Valve(MeshOpener opener, Predicate<String> isMeant) {
        this.opener = opener;
        this.isMeant = isMeant;
    }

    /** The peer takes nothing, or something again. */
    void shut(boolean isShut) {
        shut = isShut;
    }

    /** One of so many sends finds no memory. */
    void failsEach(int count) {
        failsEach = count;
    }

    /** How many links came up. */
    int links() {
        return links.get();
    }

    @Override
    public Mesh open(MeshOptions options, Receiver receiver) {
        return opener.open(options, new Receiver() {
            @Override
            public void received(Peer from, Incoming message) {
                receiver.received(behind(from), message);
            }

            @Override
            public void connected(Peer peer) {
                links.addAndGet(isMeant.test(peer.identity().uid()) ? 1 : 0);
                receiver.connected(behind(peer));
            }

            @Override
            public void disconnected(Peer peer, String reason) {
                receiver.disconnected(behind(peer), reason);
            }

            @Override
            public void writable(Peer peer) {
                receiver.writable(behind(peer));
            }
        });
    }

    private Peer behind(Peer peer) {
        return isMeant.test(peer.identity().uid()) ? peers.computeIfAbsent(peer, Behind::new) : peer;
    }

    private final class Behind implements Peer {
        private final Peer peer;

        private Behind(Peer peer) {
            this.peer = peer;
        }

        private boolean isShut() {
            if (sends.incrementAndGet() % failsEach == 0) {
                throw new OutOfMemoryError("said by the test");
            }
            return shut;
        }

        @Override
        public Identity identity() {
            return peer.identity();
        }

        @Override
        public State state() {
            return peer.state();
        }

        @Override
        public Outcome send(ByteBuffer part) {
            return isShut() ? Outcome.BACK_PRESSURED : peer.send(part);
        }

        @Override
        public Outcome send(Message message) {
            return isShut() ? Outcome.BACK_PRESSURED : peer.send(message);
        }

        @Override
        public long queuedBytes() {
            return peer.queuedBytes();
        }

        @Override
        public void close() {
            peer.close();
        }
    }
}
