package dev.mosaic.mesh.socket;

import dev.mosaic.mesh.Carrier;
import dev.mosaic.mesh.LinkSuite;

/** The suite of links over TLS. */
class TlsLinkTest extends LinkSuite {
    @Override
    protected Carrier newCarrier() {
        return SocketCarrier.tls();
    }
}
