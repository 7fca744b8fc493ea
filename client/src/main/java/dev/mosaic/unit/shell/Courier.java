package dev.mosaic.unit.shell;

import dev.mosaic.mesh.Endpoint;
import dev.mosaic.mesh.Limits;
import dev.mosaic.mesh.Mesh;
import dev.mosaic.mesh.MeshException;
import dev.mosaic.mesh.Message;
import dev.mosaic.mesh.Outcome;
import dev.mosaic.mesh.Peer;
import dev.mosaic.message.ClusterMessage;
import dev.mosaic.message.Member;
import dev.mosaic.message.MessageWriter;
import dev.mosaic.message.UnitMessage;
import java.lang.System.Logger.Level;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Takes messages to other units: finds the peer of an instance, encodes, and keeps what a full queue refuses.
 *
 * <p><b>Threading:</b> the loop; {@link #bytesSent} any thread. <b>Cost:</b> small messages are encoded into one buffer that
 * is used again; large segments are lent to the mesh from where they lie. <b>Failure:</b> what cannot be sent to a peer that
 * is gone is dropped: the kernel says it again on the next link.
 */
final class Courier {
    private static final System.Logger LOG = System.getLogger("dev.mosaic.unit");

    /** Opens a link, as links open on first use. Nobody heeds it: its sender has not said who it is yet. */
    private static final ClusterMessage KNOCK = new ClusterMessage.Heartbeat(0, 0, 0);

    private static final class Line {
        private final Peer peer;
        private final Backlog backlog = new Backlog();

        /** The other side is on this machine. */
        private boolean near;

        /** The version of messages that it speaks. */
        private final int protocol;

        private Line(Peer peer) {
            this.peer = peer;
            this.protocol = peer.identity().protocol();
        }
    }

    private final Mesh mesh;
    private final int bulkBytes;
    private final String node;
    private final MessageWriter writer;
    private final Map<Long, Line> lines = new HashMap<>();
    private final Map<String, Long> dialled = new HashMap<>();
    private long lastUnit;
    private @Nullable Line lastLine;
    private volatile long bytesSent;

    /** @param node of the unit: others of it are dialled on the machine */
    Courier(Mesh mesh, Limits limits, String node) {
        this.mesh = mesh;
        this.node = node;
        this.bulkBytes = limits.bulkBytes();
        this.writer = new MessageWriter(mesh.identity().protocol());
    }

    long bytesSent() {
        return bytesSent;
    }

    boolean isLinked(long unit) {
        return lines.containsKey(unit);
    }

    void connected(long unit, Peer peer) {
        lastLine = null;
        lines.put(unit, new Line(peer));
    }

    /** That unit is on this machine: what lies in shared memory is named to it, not sent. */
    void near(long unit) {
        Line line = lines.get(unit);
        if (line != null) {
            line.near = true;
        }
    }

    void disconnected(long unit) {
        lastLine = null;
        lines.remove(unit);
    }

    /** The instance that was looked for under that uid when its link did not come up; 0 for none. */
    long dialled(String uid) {
        return dialled.getOrDefault(uid, 0L);
    }

    void writable(long unit) {
        Line line = lines.get(unit);
        if (line != null) {
            line.backlog.drain(line.peer);
        }
    }

    /** Tries again what is kept, in case nobody says that a queue has room. */
    void tick() {
        lines.values().forEach(line -> line.backlog.drain(line.peer));
    }

    void dial(Member member) {
        String endpoint = member.endpointFrom(node);
        if (!endpoint.isEmpty()) {
            dialled.put(member.uid(), member.instance());
            dial(member.uid(), Endpoint.parse(endpoint));
        }
    }

    void dial(String uid, Endpoint endpoint) {
        try {
            mesh.peer(uid, endpoint).send(writer.write(KNOCK, false, 0));
        } catch (MeshException closed) {
            LOG.log(Level.DEBUG, "{0} is not dialled: {1}", uid, closed.getMessage());
        }
    }

    /** It is dead. Where it is still looked for, that ends too: the next of its name is found elsewhere. */
    void close(Member member) {
        lines.remove(member.instance());
        lastLine = null;
        mesh.find(member.uid()).filter(peer -> isMeant(peer, member)).ifPresent(Peer::close);
    }

    private boolean isMeant(Peer peer, Member member) {
        long instance = peer.identity().instance();
        return instance == member.instance() || (instance == 0 && dialled(member.uid()) == member.instance());
    }

    void send(long unit, UnitMessage message) {
        Line line = line(unit);
        if (line == null) {
            return;
        }
        try {
            if (writer.canSay(message, line.protocol)) {
                send(line, writer.write(message, line.near, line.protocol), writer.outOfBand());
            }
        } catch (MeshException refused) {
            LOG.log(Level.ERROR, message.type() + " to " + line.peer + " cannot be sent", refused);
        }
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // written in the loop only
    private void send(Line line, ByteBuffer first, List<MemorySegment> further) {
        long bytes = first.remaining();
        for (int i = 0; i < further.size(); i++) {
            bytes += further.get(i).byteSize();
        }
        bytesSent += bytes;
        boolean isLarge = bytes >= bulkBytes;
        if (line.backlog.isEmpty(isLarge)) {
            Outcome outcome = isLarge || !further.isEmpty()
                    ? line.peer.send(message(first, further, isLarge))
                    : line.peer.send(first);
            if (outcome != Outcome.BACK_PRESSURED) {
                return;
            }
        }
        line.backlog.add(isLarge, message(first, further, true));
    }

    /** The mesh copies small parts as it sends; a part that it keeps must be of its own. */
    private static Message message(ByteBuffer first, List<MemorySegment> further, boolean isKept) {
        List<MemorySegment> parts = new ArrayList<>(1 + further.size());
        MemorySegment encoded = MemorySegment.ofBuffer(first);
        parts.add(isKept ? MemorySegment.ofArray(encoded.toArray(java.lang.foreign.ValueLayout.JAVA_BYTE)) : encoded);
        parts.addAll(further);
        return Message.of(parts.toArray(MemorySegment[]::new));
    }

    private @Nullable Line line(long unit) {
        if (lastLine == null || lastUnit != unit) {
            lastUnit = unit;
            lastLine = lines.get(unit);
        }
        return lastLine;
    }
}
