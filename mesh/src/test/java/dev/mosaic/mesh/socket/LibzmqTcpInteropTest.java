package dev.mosaic.mesh.socket;

import dev.mosaic.mesh.Endpoint;
import dev.mosaic.testing.FreePorts;

/** With libzmq over TCP. */
class LibzmqTcpInteropTest extends LibzmqInteropSuite {
    @Override
    Endpoint fresh() {
        return FreePorts.endpoint();
    }
}
