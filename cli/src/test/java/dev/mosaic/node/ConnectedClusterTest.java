package dev.mosaic.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.Mosaic;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import program.Inhabitant;

/** {@code Mosaic.connect}: a head and two nodes with a worker each, started by hand; one of the nodes comes before the head. */
@Tag("long")
@Tag("variants")
class ConnectedClusterTest extends ClusterSuite {
    private Machines machines;

    @Override
    Mosaic open() throws Exception {
        machines = Machines.onLoopback().node("early", 1).head().node("late", 1);
        machines.awaitJoined("early");
        machines.awaitJoined("late");
        return Mosaic.connect(machines.address());
    }

    @Override
    String opened() {
        return "HEAD:0          Connected to " + machines.address() + ", 2 nodes, 2 workers\n";
    }

    @Override
    void shut() {
        machines.close();
    }

    @Test
    void shouldTakeAWorkerOfEachNode_S5_1() {
        assertThat(inhabitants())
                .extracting(each -> each.call(Inhabitant::worker).result(LONG))
                .containsExactlyInAnyOrder("worker:0:0", "worker:1:0");
    }
}
