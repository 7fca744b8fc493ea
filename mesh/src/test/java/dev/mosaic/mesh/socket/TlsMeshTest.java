package dev.mosaic.mesh.socket;

import dev.mosaic.mesh.Carrier;
import dev.mosaic.mesh.MeshSuite;

/** The suite over TLS. */
class TlsMeshTest extends MeshSuite {
    @Override
    protected Carrier newCarrier() {
        return SocketCarrier.tls();
    }
}
