package dev.mosaic.mesh.memory;

import dev.mosaic.mesh.Carrier;
import dev.mosaic.mesh.CarrySuite;

/** The suite of carrying threads in memory. */
class MemoryCarryTest extends CarrySuite {
    @Override
    protected Carrier newCarrier() {
        return new MemoryCarrier(MemoryNetwork.direct());
    }
}
