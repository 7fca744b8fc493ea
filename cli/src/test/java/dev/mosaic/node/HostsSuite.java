package dev.mosaic.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.Mosaic;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import program.Inhabitant;

/** The suite over four hosts: a head, two nodes with a worker each, and this program. All links are TLS. */
abstract class HostsSuite extends ClusterSuite {
    @TempDir
    static Path folder;

    private Hosts hosts;
    private Machines machines;

    /** Starts the head, after one node and before the other. */
    abstract void startHead(Machines cluster, Hosts around) throws IOException;

    /** Where the program finds the cluster. */
    abstract String address(Machines cluster);

    @Override
    Mosaic open() throws Exception {
        Obstacle.mustBeNone(Hosts.obstacle());
        Path keys = Machines.keys(folder);
        hosts = Hosts.open(3);
        machines = Machines.on(hosts, keys).at(1, "one").at(2, "two").node("one", 1);
        startHead(machines, hosts);
        machines.node("two", 1);
        machines.awaitJoined("one");
        machines.awaitJoined("two");
        return Mosaic.connect(address(machines), options -> options.keys(keys));
    }

    final Hosts hosts() {
        return hosts;
    }

    @Override
    String opened() {
        return "HEAD:0          Connected to " + address(machines) + ", 2 nodes, 2 workers\n";
    }

    @Override
    void shut() {
        machines.close();
        hosts.close();
    }

    /** Not here: it takes much of the processors, and asks nothing of the links. See {@code ProcessClusterTest}. */
    @Override
    void shouldHoldTenThousandTesserae_S2_4() {}

    /** The same. */
    @Override
    void shouldLetGoOfLargeResultsThatNobodyHasAnyMore_S3_3() {}

    @Test
    void shouldTakeAWorkerOfEachNode_S5_1() {
        assertThat(inhabitants())
                .extracting(each -> each.call(Inhabitant::worker).result(LONG))
                .containsExactlyInAnyOrder("worker:0:0", "worker:1:0");
    }
}
