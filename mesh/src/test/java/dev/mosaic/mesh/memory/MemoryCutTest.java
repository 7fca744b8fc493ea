package dev.mosaic.mesh.memory;

import dev.mosaic.mesh.CutSuite;
import dev.mosaic.mesh.CuttableCarrier;

/** The suite of cuts in memory, in real time. */
class MemoryCutTest extends CutSuite {
    @Override
    protected CuttableCarrier newCarrier() {
        return new MemoryCarrier(MemoryNetwork.direct());
    }
}
