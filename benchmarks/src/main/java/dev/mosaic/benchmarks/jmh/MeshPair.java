package dev.mosaic.benchmarks.jmh;

import dev.mosaic.mesh.Endpoint;
import dev.mosaic.mesh.Mesh;
import dev.mosaic.mesh.MeshOptions;
import dev.mosaic.mesh.Peer;
import dev.mosaic.mesh.Receiver;
import dev.mosaic.mesh.socket.SocketMesh;

/** Two meshes in this JVM, one of which dials the other. */
final class MeshPair implements AutoCloseable {
    private final Mesh server;
    private final Mesh driver;
    private final Peer peer;

    MeshPair(Transport transport, Receiver serving, Receiver driving) {
        server = SocketMesh.open(MeshOptions.of("server"), serving);
        Endpoint reachable = server.listen(transport.free());
        driver = SocketMesh.open(MeshOptions.of("driver"), driving);
        peer = driver.peer("server", reachable);
    }

    Mesh driver() {
        return driver;
    }

    /** The server, as the driver sees it. */
    Peer server() {
        return peer;
    }

    @Override
    public void close() {
        driver.close();
        server.close();
    }
}
