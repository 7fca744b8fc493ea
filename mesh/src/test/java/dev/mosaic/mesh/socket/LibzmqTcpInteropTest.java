package dev.mosaic.mesh.socket;

import dev.mosaic.mesh.Endpoint;

/** With libzmq over TCP. */
class LibzmqTcpInteropTest extends LibzmqInteropSuite {
    @Override
    Endpoint fresh() {
        return FreeEndpoint.next();
    }
}
