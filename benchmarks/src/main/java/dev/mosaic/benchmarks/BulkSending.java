package dev.mosaic.benchmarks;

import dev.mosaic.mesh.Endpoint;
import dev.mosaic.mesh.Incoming;
import dev.mosaic.mesh.Mesh;
import dev.mosaic.mesh.MeshOptions;
import dev.mosaic.mesh.Message;
import dev.mosaic.mesh.Outcome;
import dev.mosaic.mesh.Peer;
import dev.mosaic.mesh.Receiver;
import dev.mosaic.mesh.socket.SocketMesh;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Sends large messages from where they lie, a few at a time; waits until one of them is released. */
final class BulkSending implements Contender.Step, Receiver {
    private static final int AT_ONCE = 4;

    private final Gate mayGoOn = new Gate();
    private final AtomicInteger onTheirWay = new AtomicInteger();
    private final Peer server;
    private final Message[] messages = new Message[AT_ONCE];

    BulkSending(Workload workload, String server, String endpoint) {
        for (int i = 0; i < AT_ONCE; i++) {
            MemorySegment bytes = Arena.global().allocate(workload.sizeBytes(), 64);
            messages[i] = new Message(List.of(bytes), this::released);
        }
        Mesh mesh = SocketMesh.open(MeshOptions.of("driver"), this);
        this.server = mesh.peer(server, Endpoint.parse(endpoint));
    }

    private void released() {
        onTheirWay.decrementAndGet();
        mayGoOn.open();
    }

    @Override
    public void run(long number) {
        Message message = messages[(int) (number % AT_ONCE)];
        while (true) {
            mayGoOn.shut();
            if (onTheirWay.get() < AT_ONCE && isSent(message)) {
                return;
            }
            mayGoOn.await("a message to be written");
        }
    }

    private boolean isSent(Message message) {
        onTheirWay.incrementAndGet();
        Outcome outcome = server.send(message);
        if (outcome == Outcome.SENT) {
            return true;
        }
        onTheirWay.decrementAndGet();
        if (outcome == Outcome.GONE) {
            throw new IllegalStateException("the server is gone");
        }
        return false;
    }

    @Override
    public void writable(Peer peer) {
        mayGoOn.open();
    }

    @Override
    public void received(Peer from, Incoming ignored) {}
}
