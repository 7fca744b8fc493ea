package dev.mosaic.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.mosaic.Mosaic;
import dev.mosaic.security.KeyFiles;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import program.Inhabitant;

/**
 * The suite for a program outside of the cluster's network: of its hosts this one reaches only that of the head, where the gateway is. All
 * links are TLS from end to end.
 */
class GatewayClusterTest extends ClusterSuite {
    @TempDir
    static Path folder;

    private Hosts hosts;
    private Machines machines;

    @Override
    Mosaic open() throws Exception {
        String obstacle = Hosts.obstacle();
        assertThat(System.getenv("CI") == null || obstacle.isEmpty())
                .as(obstacle)
                .isTrue();
        assumeTrue(obstacle.isEmpty(), obstacle);
        Path keys = folder.resolve("keys");
        var _ = new KeyFiles(keys).make(Duration.ofDays(1));
        hosts = Hosts.open(3);
        machines = Machines.on(hosts, keys)
                .at(1, "one")
                .at(2, "two")
                .node("one", 1)
                .node("two", 1);
        machines.head("--gateway", machines.gateway());
        hosts.forbid(1);
        hosts.forbid(2);
        machines.awaitJoined("one");
        machines.awaitJoined("two");
        return Mosaic.connect(machines.outside(), options -> options.keys(keys));
    }

    @Override
    String opened() {
        return "HEAD:0          Connected to " + machines.outside() + ", 2 nodes, 2 workers\n";
    }

    @Override
    void shut() {
        machines.close();
        hosts.close();
    }

    @Test
    void shouldTakeAWorkerOfEachNode_S5_1() {
        assertThat(inhabitants())
                .extracting(each -> each.call(Inhabitant::worker).result(LONG))
                .containsExactlyInAnyOrder("worker:0:0", "worker:1:0");
    }
}
