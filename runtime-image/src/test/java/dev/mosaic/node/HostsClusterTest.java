package dev.mosaic.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.mosaic.Mosaic;
import dev.mosaic.Remote;
import dev.mosaic.Task;
import dev.mosaic.security.KeyFiles;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import program.Inhabitant;
import program.Ledger;

/** The suite over four hosts: a head, two nodes with a worker each, and this program. All links are TLS. */
class HostsClusterTest extends ClusterSuite {
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
                .head()
                .node("two", 1);
        machines.awaitJoined("one");
        machines.awaitJoined("two");
        return Mosaic.connect(machines.address(), options -> options.keys(keys));
    }

    @Override
    String opened() {
        return "HEAD:0          Connected to " + machines.address() + ", 2 nodes, 2 workers\n";
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

    @Test
    void shouldLoseNoCallWhereALinkIsCutForAWhile_S3_8() throws Exception {
        List<Remote<Inhabitant>> both = inhabitants();
        assertThat(both).hasSize(2);
        Remote<Ledger> ledger = mosaic().remote(Ledger::new);
        assertThat(ledger.call(Ledger::note, 0).result(LONG)).isEqualTo(1);

        for (int host : List.of(1, 2)) {
            hosts.cut(host);
        }
        List<Task<Integer>> during = IntStream.rangeClosed(1, 100)
                .mapToObj(i -> ledger.call(Ledger::note, i))
                .toList();
        LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(3));
        for (int host : List.of(1, 2)) {
            hosts.mend(host);
        }

        assertThat(during.getLast().result(Duration.ofSeconds(20)))
                .as("each ran once")
                .isEqualTo(101);
        assertThat(ledger.call(Ledger::all).result(LONG))
                .isEqualTo(IntStream.rangeClosed(0, 100).toArray());
    }
}
