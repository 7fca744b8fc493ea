package dev.mosaic.node;

import dev.mosaic.mesh.MeshOptions;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Tag;

/** Monitor, warehouse and gateway speak the version before, nodes and program the newest. */
@Tag("long")
@Tag("variants")
class OlderHeadTest extends TwoVersionsSuite {
    @Override
    Machines started() throws IOException {
        return Machines.onLoopback().older("head").head().node("one", 1).node("two", 1);
    }

    @Override
    List<Integer> versions() {
        return List.of(MeshOptions.PROTOCOL, MeshOptions.PROTOCOL);
    }
}
