package dev.mosaic.mesh.socket;

import dev.mosaic.mesh.CutSuite;
import dev.mosaic.mesh.CuttableCarrier;

class TcpCutTest extends CutSuite {
    @Override
    protected CuttableCarrier newCarrier() {
        return new CuttableSockets(SocketCarrier.tcp());
    }
}
