package dev.mosaic.unit.shell;

import dev.mosaic.mesh.Endpoint;
import dev.mosaic.mesh.Incoming;
import dev.mosaic.mesh.Mesh;
import dev.mosaic.mesh.MeshOptions;
import dev.mosaic.mesh.Peer;
import dev.mosaic.mesh.Receiver;
import dev.mosaic.message.ClusterMessage;
import dev.mosaic.message.Member;
import dev.mosaic.message.MessageFormatException;
import dev.mosaic.message.MessageReader;
import dev.mosaic.message.MessageWriter;
import dev.mosaic.message.UnitMessage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The least that units need of a monitor: members, places in turn, leases of all workers, names, and that it hears whom somebody asks for. Verdicts on demand. */
final class TestMonitor implements Receiver, AutoCloseable {
    private final Mesh mesh;
    private final MessageWriter writer = new MessageWriter();
    private final Map<Long, Peer> peers = new LinkedHashMap<>();
    private final Map<Long, Member> members = new LinkedHashMap<>();
    private final Map<String, ClusterMessage.Named> names = new HashMap<>();
    private int placed;

    TestMonitor(MeshOpener opener, Endpoint at) {
        mesh = opener.open(MeshOptions.of("monitor"), this);
        mesh.listen(at);
    }

    @Override
    public synchronized void received(Peer from, Incoming incoming) {
        try {
            received(from.identity().instance(), from, new MessageReader().read(incoming.bytes(0), List.of()));
        } catch (MessageFormatException unreadable) {
            throw new AssertionError(unreadable);
        }
    }

    private void received(long from, Peer peer, UnitMessage message) {
        switch (message) {
            case ClusterMessage.Hello hello -> {
                peers.put(from, peer);
                members.put(from, hello.self());
                send(from, new ClusterMessage.Members(1, List.copyOf(members.values()), List.of()));
                tellAll(new ClusterMessage.Members(1, List.of(hello.self()), List.of()));
            }
            case ClusterMessage.Place place -> {
                List<Long> workers = workers();
                long worker = workers.contains(place.wish()) ? place.wish() : workers.get(placed++ % workers.size());
                if (!place.name().isEmpty()) {
                    names.put(
                            place.name(),
                            new ClusterMessage.Named(
                                    place.name(), place.tessera(), worker, place.className(), place.signature()));
                }
                send(from, new ClusterMessage.Placed(place.tessera(), worker));
            }
            case ClusterMessage.Find find ->
                send(from, new ClusterMessage.Found(find.request(), names.get(find.name())));
            case ClusterMessage.Lease lease ->
                send(from, new ClusterMessage.Leased(lease.wanted() == 0 ? List.of() : workers()));
            case ClusterMessage.Look look
            when look.instance() != from -> send(from, new ClusterMessage.Looked(look.instance(), 0));
            default -> {}
        }
    }

    /** The verdict on a unit. */
    synchronized void lose(String uid) {
        List<ClusterMessage.Loss> losses = new ArrayList<>();
        members.values().removeIf(member -> {
            boolean lost = member.uid().equals(uid);
            if (lost) {
                losses.add(new ClusterMessage.Loss(member.instance(), "the test killed it"));
            }
            return lost;
        });
        tellAll(new ClusterMessage.Members(1, List.of(), losses));
    }

    /** Says that to a unit. */
    synchronized void say(long unit, ClusterMessage message) {
        send(unit, message);
    }

    private List<Long> workers() {
        return members.values().stream()
                .filter(member -> member.kind() == Member.Kind.WORKER)
                .map(Member::instance)
                .toList();
    }

    private void tellAll(ClusterMessage message) {
        peers.keySet().forEach(unit -> send(unit, message));
    }

    private void send(long unit, ClusterMessage message) {
        Peer peer = peers.get(unit);
        peer.send(writer.write(message));
    }

    @Override
    public void close() {
        mesh.close();
    }
}
