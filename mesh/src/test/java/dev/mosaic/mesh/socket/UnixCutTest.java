package dev.mosaic.mesh.socket;

import dev.mosaic.mesh.CutSuite;
import dev.mosaic.mesh.CuttableCarrier;

class UnixCutTest extends CutSuite {
    @Override
    protected CuttableCarrier newCarrier() {
        return new CuttableSockets(SocketCarrier.unix());
    }
}
