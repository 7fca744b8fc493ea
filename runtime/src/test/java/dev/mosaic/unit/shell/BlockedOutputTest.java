package dev.mosaic.unit.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mosaic.Remote;
import dev.mosaic.Task;
import dev.mosaic.TesseraOptions;
import dev.mosaic.TimedOutException;
import dev.mosaic.function.Function0;
import dev.mosaic.message.ClusterMessage;
import dev.mosaic.message.Member;
import dev.mosaic.program.Counter;
import dev.mosaic.testing.Eventually;
import dev.mosaic.unit.kernel.KernelSettings;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** S1.4, S3.7: a program whose standard output nobody reads. */
class BlockedOutputTest {
    private static final Duration PATIENCE = Eventually.PATIENCE;

    @Test
    @DisplayName("S3.7 timeouts end, and calls go on, while the program is blocked printing what a worker has said")
    void shouldTickWhileTheProgramIsBlockedPrinting() throws InterruptedException {
        CountDownLatch isBlocked = new CountDownLatch(1);
        CountDownLatch isRead = new CountDownLatch(1);
        List<String> printed = new CopyOnWriteArrayList<>();
        CountDownLatch all = new CountDownLatch(2);
        ShellEvents blocked = new ShellEvents() {
            @Override
            public void output(String uid, boolean isError, String line) {
                isBlocked.countDown();
                try {
                    isRead.await();
                } catch (InterruptedException ended) {
                    Thread.currentThread().interrupt();
                }
                printed.add(line);
                all.countDown();
            }
        };
        try (TestCluster cluster = TestCluster.of(1, 1);
                UnitShell head = cluster.open(
                        Member.Kind.PROGRAM, "head:1", 0, KernelSettings.DEFAULT, cluster.opener, blocked)) {
            assertThat(head.awaitWorkers(1, PATIENCE)).isTrue();
            Function0<Counter> constructor = Counter::new;
            Remote<Counter> counter = TestCluster.make(head, Counter.class, new TesseraOptions(), constructor);
            cluster.monitor.say(head.self().instance(), new ClusterMessage.Output("worker:0:0", false, "one\ntwo"));
            assertThat(isBlocked.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();

            Task<?> never = counter.withCallOptions(options -> options.timeout(Duration.ofMillis(60)))
                    .call(Counter::neverUni);
            assertThatThrownBy(() -> never.result(PATIENCE))
                    .isInstanceOf(TimedOutException.class)
                    .hasMessageContaining("timeoutNanos=");
            assertThat(printed).isEmpty();
            isRead.countDown();
            assertThat(all.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
            assertThat(printed).containsExactly("one", "two");
        } finally {
            isRead.countDown();
        }
    }
}
