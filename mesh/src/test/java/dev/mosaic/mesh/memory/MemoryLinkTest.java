package dev.mosaic.mesh.memory;

import dev.mosaic.mesh.Carrier;
import dev.mosaic.mesh.LinkSuite;

/** The suite of links in memory, in real time. */
class MemoryLinkTest extends LinkSuite {
    @Override
    protected Carrier newCarrier() {
        return new MemoryCarrier(MemoryNetwork.direct());
    }
}
