package dev.mosaic.mesh.socket;

import dev.mosaic.mesh.Endpoint;
import dev.mosaic.testing.FreePorts;

/** An endpoint of the loopback that no process listens at. */
final class FreeEndpoint {
    private FreeEndpoint() {}

    static Endpoint next() {
        return new Endpoint.Tcp("127.0.0.1", FreePorts.next(1));
    }
}
