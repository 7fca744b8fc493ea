package dev.mosaic.unit.shell;

import dev.mosaic.mesh.Identity;
import dev.mosaic.mesh.Incoming;
import dev.mosaic.mesh.MeshException;
import dev.mosaic.mesh.Peer;
import dev.mosaic.mesh.Receiver;
import dev.mosaic.message.Member;
import dev.mosaic.message.MessageFormatException;
import dev.mosaic.message.MessageReader;
import dev.mosaic.message.UnitMessage;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/**
 * What the mesh says, as events of the loop. Messages are decoded where they were read; user code never runs here.
 *
 * <p><b>Threading:</b> whoever carries the mesh. <b>Cost:</b> small parts are copied once; large ones were read into memory
 * that is theirs. <b>Failure:</b> bytes that are no message end the link they came from.
 */
final class Intake implements Receiver {
    private final Engine engine;
    private final LongAdder bytesReceived = new LongAdder();

    Intake(Engine engine) {
        this.engine = engine;
    }

    long bytesReceived() {
        return bytesReceived.sum();
    }

    @Override
    public void received(Peer from, Incoming message) {
        Identity who = from.identity();
        if (!who.isMosaic()) {
            return;
        }
        UnitMessage read;
        try {
            read = read(message);
        } catch (MessageFormatException unreadable) {
            throw new MeshException(
                    MeshException.Code.MESSAGE, "message of " + who + " cannot be read: " + unreadable.getMessage());
        }
        long instance = who.instance();
        engine.loop.run(now -> engine.kernel.received(now, instance, read));
    }

    @Override
    public void connected(Peer peer) {
        Identity who = peer.identity();
        if (who.isMosaic()) {
            engine.loop.run(now -> {
                if (engine.courier.isLinkedBeside(who.instance(), peer)) {
                    disconnected(who.instance()); // that peer was closed here, and its end comes late
                }
                engine.courier.connected(who.instance(), peer);
                engine.met(engine.kernel.member(who.instance()));
                engine.kernel.connected(now, who.uid(), who.instance());
            });
        }
    }

    @Override
    public void disconnected(Peer peer, String reason) {
        Identity who = peer.identity();
        boolean isGone = peer.state() == Peer.State.GONE;
        engine.loop.run(now -> {
            long sought = engine.courier.dialled(who.uid());
            boolean isLate = engine.courier.isLinkedBeside(who.instance(), peer);
            if (who.instance() != 0 && !isLate && disconnected(who.instance())) {
                dial(who.instance());
            }
            // It may have been looked for under the name of one that was linked before.
            boolean isGivenUp = who.instance() == 0 || isGone;
            if (isGivenUp && sought != 0 && sought != who.instance() && !engine.courier.isLinked(sought)) {
                disconnected(sought);
            }
            if (isGone && who.uid().equals(Member.MONITOR)) {
                engine.clock.redialMonitor();
            }
        });
    }

    /** True where this side has to dial again. */
    private boolean disconnected(long instance) {
        boolean isToBeDialled = engine.courier.disconnected(instance);
        engine.kernel.disconnected(instance);
        return isToBeDialled;
    }

    private void dial(long instance) {
        Member member = engine.kernel.member(instance);
        if (member != null) {
            engine.courier.dial(member);
        }
    }

    @Override
    public void writable(Peer peer) {
        long instance = peer.identity().instance();
        engine.loop.run(now -> engine.courier.writable(instance));
    }

    private UnitMessage read(Incoming message) throws MessageFormatException {
        long bytes = message.sizeBytes(0);
        List<MemorySegment> further = List.of();
        if (message.parts() > 1) {
            further = new ArrayList<>(message.parts() - 1);
            for (int part = 1; part < message.parts(); part++) {
                MemorySegment segment = message.segment(part);
                bytes += segment.byteSize();
                further.add(
                        message.isLanded(part)
                                ? segment
                                : MemorySegment.ofArray(segment.toArray(ValueLayout.JAVA_BYTE)));
            }
        }
        bytesReceived.add(bytes);
        return new MessageReader()
                .read(message.isLanded(0) ? message.segment(0).asByteBuffer() : message.bytes(0), further);
    }
}
