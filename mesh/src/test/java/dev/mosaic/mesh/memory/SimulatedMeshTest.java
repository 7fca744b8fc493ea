package dev.mosaic.mesh.memory;

import dev.mosaic.mesh.Carrier;
import dev.mosaic.mesh.MeshSuite;

/** The suite in virtual time. */
class SimulatedMeshTest extends MeshSuite {
    @Override
    protected Carrier newCarrier() {
        return new MemoryCarrier(MemoryNetwork.simulated(1, SimulatedNetworkTest.DELAYS));
    }
}
