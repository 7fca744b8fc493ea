package dev.mosaic.mesh.socket;

import dev.mosaic.mesh.Carrier;
import dev.mosaic.mesh.LinkSuite;

/** The suite of links over unix sockets. */
class UnixLinkTest extends LinkSuite {
    @Override
    protected Carrier newCarrier() {
        return SocketCarrier.unix();
    }
}
