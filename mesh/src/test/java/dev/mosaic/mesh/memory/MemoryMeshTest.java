package dev.mosaic.mesh.memory;

import dev.mosaic.mesh.Carrier;
import dev.mosaic.mesh.MeshSuite;

/** The suite in memory, in real time. */
class MemoryMeshTest extends MeshSuite {
    @Override
    protected Carrier newCarrier() {
        return new MemoryCarrier(MemoryNetwork.direct());
    }
}
