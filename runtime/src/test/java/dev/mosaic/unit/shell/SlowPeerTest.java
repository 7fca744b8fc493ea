package dev.mosaic.unit.shell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.Remote;
import dev.mosaic.Task;
import dev.mosaic.TesseraOptions;
import dev.mosaic.function.Function0;
import dev.mosaic.message.Member;
import dev.mosaic.program.Counter;
import dev.mosaic.testing.Eventually;
import dev.mosaic.unit.calls.CallSettings;
import dev.mosaic.unit.kernel.KernelSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** S7.4: what waits for a peer that takes too little is bounded, and nobody waits for ever because of it. */
class SlowPeerTest {
    private static final Duration PATIENCE = Eventually.PATIENCE;
    private static final int CALLS = 3_000;
    private static final long MOST_BYTES = 64 << 10;

    @Test
    @DisplayName(
            "S7.4 a peer that takes nothing: what waits is bounded; once it takes again all calls end, each run once")
    void shouldBoundWhatWaitsForAPeerThatTakesNothing() {
        KernelSettings narrow = KernelSettings.DEFAULT.withCalls(
                CallSettings.DEFAULT.withCredit(MOST_BYTES, TimeUnit.SECONDS.toNanos(30)));
        try (TestCluster cluster = TestCluster.of(0, 1)) {
            Valve valve = new Valve(cluster.opener, "head:0"::equals);
            try (UnitShell worker = cluster.open(Member.Kind.WORKER, "worker:0:9", 1, narrow, valve)) {
                assertThat(cluster.head.awaitWorkers(1, PATIENCE)).isTrue();
                Function0<Counter> constructor = Counter::new;
                Remote<Counter> counter = cluster.make(Counter.class, constructor);
                assertThat(counter.<Integer, Integer>call(Counter::add, 0).result(PATIENCE))
                        .isZero();
                long head = cluster.head.self().instance();
                int links = valve.links();

                valve.shut(true);
                List<Task<Integer>> tasks = new ArrayList<>();
                for (int i = 0; i < CALLS; i++) {
                    tasks.add(counter.call(Counter::add, 1));
                }
                assertThat(comesTrue(() -> worker.waitingBytes(head) > MOST_BYTES - 1_000))
                        .isTrue();
                long most = 0;
                for (int i = 0; i < 1_000; i++) {
                    most = Math.max(most, worker.waitingBytes(head));
                }
                assertThat(most).isLessThanOrEqualTo(MOST_BYTES);

                valve.shut(false);
                for (int i = 0; i < CALLS; i++) {
                    assertThat(tasks.get(i).result(PATIENCE)).isEqualTo(i + 1);
                }
                assertThat(valve.links()).as("links with the head").isGreaterThan(links);
                assertThat(comesTrue(() -> worker.waitingBytes(head) == 0)).isTrue();
            }
        }
    }

    @Test
    @DisplayName("Where a message finds no memory the link is opened anew: all calls end, each run once, in order")
    void shouldSayAllAgainWhereAMessageFoundNoMemory() {
        try (TestCluster cluster = TestCluster.of(1, 1)) {
            Valve valve = new Valve(cluster.opener, uid -> uid.startsWith("worker:"));
            try (UnitShell head = cluster.open(Member.Kind.PROGRAM, "head:1", 0, KernelSettings.DEFAULT, valve)) {
                assertThat(head.awaitWorkers(1, PATIENCE)).isTrue();
                Function0<Counter> constructor = Counter::new;
                Remote<Counter> counter = TestCluster.make(head, Counter.class, new TesseraOptions(), constructor);
                assertThat(counter.<Integer, Integer>call(Counter::add, 0).result(PATIENCE))
                        .isZero();
                int links = valve.links();

                valve.failsEach(100);
                List<Task<Integer>> tasks = new ArrayList<>();
                for (int i = 0; i < 250; i++) {
                    tasks.add(counter.call(Counter::add, 1));
                }
                assertThat(comesTrue(() -> valve.links() > links))
                        .as("a new link with the worker")
                        .isTrue();
                valve.failsEach(Integer.MAX_VALUE);
                for (int i = 0; i < tasks.size(); i++) {
                    assertThat(tasks.get(i).result(PATIENCE)).isEqualTo(i + 1);
                }
            }
        }
    }

    private static boolean comesTrue(BooleanSupplier condition) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean() && System.nanoTime() < end) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
        }
        return condition.getAsBoolean();
    }
}
