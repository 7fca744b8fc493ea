package dev.mosaic.mesh.socket;

import dev.mosaic.mesh.Carrier;
import dev.mosaic.mesh.CarrySuite;

/** The suite of carrying threads over TLS. */
class TlsCarryTest extends CarrySuite {
    @Override
    protected Carrier newCarrier() {
        return SocketCarrier.tls();
    }
}
