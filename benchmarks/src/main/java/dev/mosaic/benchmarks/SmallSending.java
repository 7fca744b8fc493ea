package dev.mosaic.benchmarks;

import dev.mosaic.mesh.Endpoint;
import dev.mosaic.mesh.Incoming;
import dev.mosaic.mesh.Mesh;
import dev.mosaic.mesh.MeshOptions;
import dev.mosaic.mesh.Outcome;
import dev.mosaic.mesh.Peer;
import dev.mosaic.mesh.Receiver;
import dev.mosaic.mesh.socket.SocketMesh;
import java.nio.ByteBuffer;

/** Sends small messages from one buffer, one call each; waits while the queue is full. */
final class SmallSending implements Contender.Step, Receiver {
    private final Gate writable = new Gate();
    private final Mesh mesh;
    private final Peer server;
    private final ByteBuffer message;

    SmallSending(Workload workload, String server, String endpoint) {
        this.message = ByteBuffer.allocate(workload.sizeBytes());
        this.mesh = SocketMesh.open(MeshOptions.of("driver"), this);
        this.server = mesh.peer(server, Endpoint.parse(endpoint));
    }

    @Override
    public void run(long number) {
        Payload.number(message, number);
        if (server.send(message) != Outcome.SENT) {
            sendPatiently();
        }
    }

    private void sendPatiently() {
        writable.shut();
        while (true) {
            switch (server.send(message)) {
                case SENT -> {
                    return;
                }
                case BACK_PRESSURED -> {
                    writable.await(mesh, "room in the queue");
                    writable.shut();
                }
                case GONE -> throw new IllegalStateException("the server is gone");
            }
        }
    }

    @Override
    public void received(Peer from, Incoming ignored) {}

    @Override
    public void writable(Peer peer) {
        writable.open();
    }
}
