package dev.mosaic.mesh.memory;

import dev.mosaic.mesh.Carrier;
import dev.mosaic.mesh.LinkSuite;

/** The suite of links in virtual time. */
class SimulatedLinkTest extends LinkSuite {
    @Override
    protected Carrier newCarrier() {
        return new MemoryCarrier(MemoryNetwork.simulated(1, SimulatedNetworkTest.DELAYS));
    }
}
