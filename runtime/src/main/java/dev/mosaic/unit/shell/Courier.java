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
import dev.mosaic.message.MessageTooLargeException;
import dev.mosaic.message.MessageWriter;
import dev.mosaic.message.Undeliverable;
import dev.mosaic.message.UnitMessage;
import java.lang.System.Logger.Level;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Takes messages to other units: finds the peer of an instance, encodes, and keeps what a full queue refuses.
 *
 * <p><b>Threading:</b> the loop; {@link #bytesSent} any thread. <b>Cost:</b> small messages are encoded into one buffer that
 * is used again; large segments are lent to the mesh from where they lie. <b>Failure:</b> what cannot be sent to a peer that
 * is gone is dropped: the kernel says it again on the next link. What is too large for a message is told as a failure to whoever waits
 * for it, see {@link Undeliverable}. Where too much waits for a peer, nothing more is said to it until it has taken that; then its link
 * is closed, and all is said again on a new one. So is one at once on which a message was lost for want of memory; what was lost
 * {@value #MOST_TRIES} times is told as a failure too.
 */
final class Courier {
    private static final System.Logger LOG = System.getLogger("dev.mosaic.unit");

    /** Opens a link, as links open on first use. Nobody heeds it: its sender has not said who it is yet. */
    private static final ClusterMessage KNOCK = new ClusterMessage.Heartbeat(0, 0, 0);

    /** A message that finds no memory is tried so often. */
    private static final int MOST_TRIES = 2;

    private static final int MOST_LOST = 100;

    private static final class Line {
        private final Peer peer;
        private final Backlog backlog;

        /** The other side is on this machine. */
        private boolean near;

        /** Something was not said on it, so nothing more is: it is closed once what waits was taken. */
        private boolean over;

        private Line(Peer peer, long mostBytes) {
            this.peer = peer;
            this.backlog = new Backlog(mostBytes);
        }
    }

    private final Mesh mesh;
    private final Limits limits;
    private final BiConsumer<Long, UnitMessage> answers;
    private final String node;
    private final long mostWaitingBytes;
    private final MessageWriter writer = new MessageWriter();
    private final Map<Long, Line> lines = new HashMap<>();
    private final Map<String, Long> dialled = new HashMap<>();

    /** How often a message found no memory, by what becomes of it; of the last ones. */
    private final LinkedHashMap<Undeliverable, Integer> lost = new LinkedHashMap<>();

    private long lastUnit;
    private @Nullable Line lastLine;
    private volatile long bytesSent;

    /**
     * For that mesh.
     *
     * @param node of the unit: others of it are dialled on the machine
     * @param mostWaitingBytes for one peer, see {@link Backlog}
     * @param answers takes what is to be heard as if that unit had sent it, once the event is over
     */
    Courier(Mesh mesh, Limits limits, String node, long mostWaitingBytes, BiConsumer<Long, UnitMessage> answers) {
        this.mesh = mesh;
        this.node = node;
        this.mostWaitingBytes = mostWaitingBytes;
        this.limits = limits;
        this.answers = answers;
    }

    long bytesSent() {
        return bytesSent;
    }

    boolean isLinked(long unit) {
        return lines.containsKey(unit);
    }

    void connected(long unit, Peer peer) {
        lastLine = null;
        lines.put(unit, new Line(peer, mostWaitingBytes));
    }

    /** True where its link is up, and is that of another peer: of one that has taken the place of a peer that was closed here. */
    boolean isLinkedBeside(long unit, Peer peer) {
        Line line = lines.get(unit);
        return line != null && !line.peer.equals(peer);
    }

    /** That unit is on this machine: what lies in shared memory is named to it, not sent. */
    void near(long unit) {
        Line line = lines.get(unit);
        if (line != null) {
            line.near = true;
        }
    }

    /** True where it was closed here, to be opened again: nobody else dials for this side. */
    boolean disconnected(long unit) {
        lastLine = null;
        Line line = lines.remove(unit);
        return line != null && line.over;
    }

    /** The instance that was looked for under that uid when its link did not come up; 0 for none. */
    long dialled(String uid) {
        return dialled.getOrDefault(uid, 0L);
    }

    void writable(long unit) {
        Line line = lines.get(unit);
        if (line != null) {
            drain(line);
        }
    }

    /** Tries again what is kept, in case nobody says that a queue has room. */
    void tick() {
        lines.values().forEach(Courier::drain);
    }

    private static void drain(Line line) {
        line.backlog.drain(line.peer);
        if (line.over && line.backlog.isEmpty()) {
            line.peer.close();
        }
    }

    /** Bytes that wait for that unit, for tests. */
    long waitingBytes(long unit) {
        Line line = lines.get(unit);
        return line == null ? 0 : line.backlog.bytes();
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
            mesh.peer(uid, endpoint).send(writer.write(KNOCK));
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
        if (line == null || line.over) {
            return;
        }
        try {
            String refusal =
                    wasLostTooOften(message) ? "there is not memory enough to send it" : refusal(line, message);
            if (refusal != null) {
                refuse(unit, line, message, refusal);
            }
        } catch (Error failed) { // what made it must go on; without memory now there may be some soon
            line.over = true; // half of it may lie in the queue, and what comes next must not overtake it
            line.backlog.clear();
            lost(message);
            LOG.log(Level.ERROR, message.type() + " to " + line.peer + " failed: the link is opened anew", failed);
        }
    }

    /** One that nobody waits for is said again as often as there are links. */
    private void lost(UnitMessage message) {
        Undeliverable told = Undeliverable.of(message, "");
        if (told.isHeard()) {
            lost.merge(told, 1, Integer::sum);
            if (lost.size() > MOST_LOST) {
                lost.pollFirstEntry();
            }
        }
    }

    private boolean wasLostTooOften(UnitMessage message) {
        return !lost.isEmpty() && lost.getOrDefault(Undeliverable.of(message, ""), 0) >= MOST_TRIES;
    }

    /** What cannot be sent as it is ends its wait: its receiver is told something else instead, or this unit itself. */
    private void refuse(long unit, Line line, UnitMessage message, String refusal) {
        LOG.log(Level.WARNING, "{0} to {1} cannot be sent: {2}", message.type(), line.peer, refusal);
        Undeliverable told = Undeliverable.of(message, refusal);
        UnitMessage instead = told.instead();
        UnitMessage answer = told.answer();
        if (instead != null) {
            var _ = refusal(line, instead);
        }
        if (answer != null) {
            answers.accept(unit, answer);
        }
    }

    /** Sends; gives the reason where that cannot be. */
    private @Nullable String refusal(Line line, UnitMessage message) {
        ByteBuffer first;
        try {
            first = writer.write(message, line.near);
        } catch (MessageTooLargeException tooLarge) {
            return tooLarge.getMessage();
        } catch (RuntimeException | LinkageError broken) {
            LOG.log(Level.ERROR, message.type() + " cannot be encoded", broken);
            return "it cannot be encoded: " + broken;
        }
        // Before it may be kept: what a peer would never take would stand in the way of all that is kept behind it.
        String refusal = limits.refusal(first.remaining(), writer.outOfBand());
        if (refusal == null) {
            try {
                send(line, first, writer.outOfBand());
            } catch (MeshException refused) {
                LOG.log(Level.ERROR, message.type() + " to " + line.peer + " cannot be sent", refused);
            }
        }
        return refusal;
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // written in the loop only
    private void send(Line line, ByteBuffer first, List<MemorySegment> further) {
        long bytes = first.remaining();
        for (int i = 0; i < further.size(); i++) {
            bytes += further.get(i).byteSize();
        }
        bytesSent += bytes;
        boolean isLarge = bytes >= limits.bulkBytes();
        if (line.backlog.isEmpty(isLarge)) {
            Outcome outcome = isLarge || !further.isEmpty()
                    ? line.peer.send(message(first, further, isLarge))
                    : line.peer.send(first);
            if (outcome != Outcome.BACK_PRESSURED) {
                return;
            }
        }
        if (!line.backlog.add(isLarge, message(first, further, true))) {
            line.over = true;
            LOG.log(
                    Level.WARNING,
                    "{0} takes too little: messages={1} with bytes={2} wait for it, mostBytes={3}; once it has taken them its"
                            + " link is opened anew, and all that is open is said again",
                    line.peer,
                    line.backlog.messages(),
                    line.backlog.bytes(),
                    mostWaitingBytes);
        }
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
