package dev.mosaic.mesh.socket;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.mesh.Endpoint;
import dev.mosaic.mesh.Incoming;
import dev.mosaic.mesh.Mesh;
import dev.mosaic.mesh.MeshOptions;
import dev.mosaic.mesh.Outcome;
import dev.mosaic.mesh.Peer;
import dev.mosaic.mesh.Receiver;
import dev.mosaic.testing.Eventually;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** A well-behaved peer, which talks with the mesh under test all the time: each millisecond a number, which must come back. */
final class Neighbour implements Receiver, AutoCloseable {
    static final String UID = "neighbour";
    private static final int ROUNDS = 20;

    private final Mesh mesh;
    private final Peer host;
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().name("neighbour").daemon(true).factory());
    private final List<String> complaints = new CopyOnWriteArrayList<>();
    private final Future<?> talk;
    private volatile int sent;
    private volatile int returned;

    Neighbour(MeshOptions options, String hostUid, Endpoint endpoint) {
        mesh = SocketMesh.open(options, this);
        host = mesh.peer(hostUid, endpoint);
        talk = clock.scheduleAtFixedRate(this::sendNext, 0, 1, TimeUnit.MILLISECONDS);
        proveUndisturbed();
    }

    /** Has a few more rounds with the mesh, and nothing happened to it so far. */
    void proveUndisturbed() {
        int before = returned;
        Eventually.holds("the neighbour is answered " + ROUNDS + " times", () -> returned >= before + ROUNDS);
        assertThat(complaints).as("what the neighbour complains of").isEmpty();
        assertThat(talk).as("the neighbour's talk").isNotDone();
    }

    @Override
    public void received(Peer from, Incoming message) {
        int number = message.bytes(0).getInt();
        if (number == sent) {
            returned = number;
        } else {
            complaints.add("sent " + sent + ", got " + number);
        }
    }

    @Override
    public void disconnected(Peer peer, String reason) {
        if (!clock.isShutdown()) {
            complaints.add("disconnected: " + reason);
        }
    }

    @Override
    public void close() {
        clock.shutdown();
        mesh.close();
    }

    private void sendNext() {
        if (sent == returned) {
            int next = sent + 1;
            sent = next;
            Outcome outcome = host.send(ByteBuffer.allocate(4).putInt(0, next));
            if (outcome != Outcome.SENT) {
                complaints.add(next + " was " + outcome);
            }
        }
    }
}
