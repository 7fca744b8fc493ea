package dev.mosaic.journey;

import dev.mosaic.mesh.Incoming;
import dev.mosaic.mesh.Mesh;
import dev.mosaic.mesh.MeshOptions;
import dev.mosaic.mesh.Peer;
import dev.mosaic.mesh.Receiver;
import dev.mosaic.message.MessageFormatException;
import dev.mosaic.message.MessageReader;
import dev.mosaic.message.UnitMessage;
import dev.mosaic.unit.shell.MeshOpener;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Opens meshes and writes down what each of them receives, as it is on the wire.
 *
 * <p><b>Threading:</b> any thread.
 */
final class Recorder implements MeshOpener {
    /**
     * A message as it arrived.
     *
     * @param bytes of all its parts
     */
    record Heard(String from, String to, UnitMessage message, long bytes) {}

    private final MeshOpener inner;
    private final List<Heard> all = new ArrayList<>();
    private final Map<Long, String> uids = new ConcurrentHashMap<>();

    Recorder(MeshOpener inner) {
        this.inner = inner;
    }

    @Override
    public Mesh open(MeshOptions options, Receiver receiver) {
        uids.put(options.identity().instance(), options.identity().uid());
        return inner.open(options, new Ear(options.identity().uid(), receiver));
    }

    /** What was heard so far. */
    synchronized List<Heard> heard() {
        return List.copyOf(all);
    }

    private synchronized void add(Heard heard) {
        all.add(heard);
    }

    /** The uid of an instance. */
    String uid(long instance) {
        return uids.getOrDefault(instance, "?");
    }

    private final class Ear implements Receiver {
        private final String uid;
        private final Receiver receiver;

        private Ear(String uid, Receiver receiver) {
            this.uid = uid;
            this.receiver = receiver;
        }

        @Override
        public void received(Peer from, Incoming message) {
            add(read(from.identity().uid(), message));
            receiver.received(from, message);
        }

        private Heard read(String from, Incoming message) {
            long bytes = 0;
            List<MemorySegment> further = new ArrayList<>();
            for (int part = 0; part < message.parts(); part++) {
                bytes += message.sizeBytes(part);
                if (part > 0) {
                    further.add(message.segment(part));
                }
            }
            try {
                return new Heard(
                        from, uid, new MessageReader().read(message.segment(0).asByteBuffer(), further), bytes);
            } catch (MessageFormatException unreadable) {
                throw new AssertionError("a message from " + from + " to " + uid + " cannot be read", unreadable);
            }
        }

        @Override
        public void connected(Peer peer) {
            receiver.connected(peer);
        }

        @Override
        public void disconnected(Peer peer, String reason) {
            receiver.disconnected(peer, reason);
        }

        @Override
        public void writable(Peer peer) {
            receiver.writable(peer);
        }
    }
}
