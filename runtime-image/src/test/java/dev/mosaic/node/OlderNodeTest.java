package dev.mosaic.node;

import dev.mosaic.mesh.MeshOptions;
import java.io.IOException;
import java.util.List;

/** A node and its worker speak the version before, all others the newest. */
class OlderNodeTest extends TwoVersionsSuite {
    @Override
    Machines started() throws IOException {
        return Machines.onLoopback().older("one").head().node("one", 1).node("two", 1);
    }

    @Override
    List<Integer> versions() {
        return List.of(MeshOptions.PROTOCOL - 1, MeshOptions.PROTOCOL);
    }
}
