package dev.mosaic.mesh.socket;

import dev.mosaic.mesh.Carrier;
import dev.mosaic.mesh.LinkSuite;

/** The suite of links over TCP. */
class TcpLinkTest extends LinkSuite {
    @Override
    protected Carrier newCarrier() {
        return SocketCarrier.tcp();
    }
}
