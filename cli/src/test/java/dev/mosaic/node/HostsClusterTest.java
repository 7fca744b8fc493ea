package dev.mosaic.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mosaic.Remote;
import dev.mosaic.Task;
import dev.mosaic.WorkerLostException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import program.Inhabitant;
import program.Ledger;

/** A program in the same network as the cluster. */
class HostsClusterTest extends HostsSuite {
    @Override
    void startHead(Machines cluster, Hosts around) throws IOException {
        cluster.head();
    }

    @Override
    String address(Machines cluster) {
        return cluster.address();
    }

    /** Not here: TLS of so much takes much of the processors, and {@link GatewayClusterTest} has it between the same hosts. */
    @Override
    void shouldMoveAChainFromWorkerToWorker_S3_4() {}

    @Test
    void shouldFailCallsToAWorkerThatOnlyTheMonitorReaches_S3_6() throws Exception {
        Remote<Ledger> ledger = mosaic().remote(Ledger::new);
        assertThat(ledger.call(Ledger::note, 0).result(LONG)).isEqualTo(1);
        int host = ledger.worker().startsWith("worker:0:") ? 1 : 2;

        hosts().forbid(host);
        Task<Integer> during = ledger.call(Ledger::note, 1);
        assertThatThrownBy(() -> during.result(Duration.ofSeconds(150)))
                .isInstanceOf(WorkerLostException.class)
                .hasMessageContaining("may have run or not")
                .hasMessageContaining("has not reached " + ledger.worker());
        hosts().permit(host);

        assertThat(ledger.call(Ledger::note, 2).result(Duration.ofSeconds(60)))
                .as("the one between did not run: it had not come there")
                .isEqualTo(2);
        assertThat(ledger.call(Ledger::all).result(LONG)).containsExactly(0, 2);
    }

    @Tag("long")
    @Tag("variants")
    @Test
    void shouldFailABarrierThatAsksAWorkerThatOnlyTheMonitorReaches_S3_10() throws Exception {
        assertThat(inhabitants()).as("workers on both hosts").hasSize(2);
        mosaic().barrier(LONG);
        hosts().forbid(1);
        try {
            assertThatThrownBy(() -> mosaic().barrier(Duration.ofSeconds(150)))
                    .isInstanceOf(WorkerLostException.class)
                    .hasMessageContaining("it is not known whether all tasks have ended")
                    .hasMessageContaining("has not reached worker:");
        } finally {
            hosts().permit(1);
        }
        mosaic().barrier(Duration.ofSeconds(60));
    }

    @Test
    void shouldLoseNoCallWhereALinkIsCutForAWhile_S3_8() throws Exception {
        List<Remote<Inhabitant>> both = inhabitants();
        assertThat(both).hasSize(2);
        Remote<Ledger> ledger = mosaic().remote(Ledger::new);
        assertThat(ledger.call(Ledger::note, 0).result(LONG)).isEqualTo(1);

        for (int host : List.of(1, 2)) {
            hosts().cut(host);
        }
        List<Task<Integer>> during = IntStream.rangeClosed(1, 100)
                .mapToObj(i -> ledger.call(Ledger::note, i))
                .toList();
        LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(3));
        for (int host : List.of(1, 2)) {
            hosts().mend(host);
        }

        assertThat(during.getLast().result(Duration.ofSeconds(20)))
                .as("each ran once")
                .isEqualTo(101);
        assertThat(ledger.call(Ledger::all).result(LONG))
                .isEqualTo(IntStream.rangeClosed(0, 100).toArray());
    }
}
