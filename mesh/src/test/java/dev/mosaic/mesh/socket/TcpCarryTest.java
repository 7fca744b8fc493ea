package dev.mosaic.mesh.socket;

import dev.mosaic.mesh.Carrier;
import dev.mosaic.mesh.CarrySuite;

/** The suite of carrying threads over TCP. */
class TcpCarryTest extends CarrySuite {
    @Override
    protected Carrier newCarrier() {
        return SocketCarrier.tcp();
    }
}
