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

/** Asks, and carries the mesh itself until the answer is there. */
final class Asking implements Contender.Step, Receiver {
    private final Gate answered = new Gate();
    private final Mesh mesh;
    private final Peer server;
    private final ByteBuffer question;

    Asking(Workload workload, String server, String endpoint) {
        this.question = ByteBuffer.allocate(workload.sizeBytes());
        this.mesh = SocketMesh.open(MeshOptions.of("driver"), this);
        this.server = mesh.peer(server, Endpoint.parse(endpoint));
    }

    @Override
    public void run(long number) {
        Payload.number(question, number);
        answered.shut();
        Outcome outcome = server.send(question);
        if (outcome != Outcome.SENT) {
            throw new IllegalStateException("a question was " + outcome);
        }
        answered.await(mesh, "the answer");
    }

    @Override
    public void received(Peer from, Incoming answer) {
        answered.open();
    }
}
