package dev.mosaic.mesh.memory;

import dev.mosaic.mesh.CutSuite;
import dev.mosaic.mesh.CuttableCarrier;

/** The suite of cuts in virtual time. */
class SimulatedCutTest extends CutSuite {
    @Override
    protected CuttableCarrier newCarrier() {
        return new MemoryCarrier(MemoryNetwork.simulated(1, SimulatedNetworkTest.DELAYS));
    }
}
