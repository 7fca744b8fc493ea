package dev.mosaic.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mosaic.Mosaic;
import dev.mosaic.Remote;
import dev.mosaic.SharedValue;
import dev.mosaic.Sums;
import dev.mosaic.Task;
import dev.mosaic.TimedOutException;
import dev.mosaic.WorkerLostException;
import dev.mosaic.testing.ChildJvms;
import dev.mosaic.testing.Eventually;
import dev.mosaic.testing.LogGuard;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;
import program.Inhabitant;
import program.Relay;
import program.Sleeper;

/** Barriers of a program whose workers are processes and make tasks too. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BarrierTest {
    private static final Duration LONG = Eventually.PATIENCE;

    @RegisterExtension
    final LogGuard log = new LogGuard();

    private Transcript transcript;
    private Mosaic mosaic;

    @BeforeAll
    void start() {
        transcript = new Transcript();
        mosaic = Mosaic.start(o -> o.workers(2).jvmArguments(ChildJvms.JIT));
    }

    @AfterAll
    void close() {
        mosaic.close();
        transcript.close();
    }

    @Test
    @DisplayName(
            "S3.10: what the code of items adds to a shared value is there after a barrier, though nobody waited for it")
    void shouldSeeAllThatItemsAccumulate_S3_10() {
        int length = 250_000;
        List<Integer> items = IntStream.range(0, 16).boxed().toList();
        for (int round = 0; round < 20; round++) {
            SharedValue<float[]> sum = mosaic.sharedValue(new float[length], Sums::floats);
            mosaic.forEach(items, (worker, item) -> {
                float[] ones = new float[length];
                Arrays.fill(ones, 1);
                sum.accumulate(ones);
            });
            mosaic.barrier(LONG);
            assertThat(sum.read().result(LONG)).as("round=%s", round).containsOnly(16f);
        }
    }

    @Test
    void shouldWaitForTasksThatTasksMake_S3_10() {
        SharedValue<Long> sum = mosaic.sharedValue(0L, Sums::ofLong);
        for (int i = 0; i < 8; i++) {
            mosaic.submit(() -> {
                for (int j = 0; j < 4; j++) {
                    Mosaic.current().submit(() -> {
                        new Sleeper().sleep(5);
                        Mosaic.current().submit(() -> {
                            sum.accumulate(1L);
                        });
                    });
                }
            });
        }
        mosaic.barrier(LONG);
        assertThat(sum.read().result(LONG)).isEqualTo(32);
    }

    @Test
    void shouldWaitForCallsThatTesseraeMake_S3_10() {
        SharedValue<Long> sum = mosaic.sharedValue(0L, Sums::ofLong);
        Remote<Relay> one = mosaic.remote(Relay::new);
        Remote<Relay> other = mosaic.remote(Relay::new);
        one.call(Relay::pass, other, sum, 20);
        mosaic.barrier(LONG);
        assertThat(sum.read().result(LONG)).isEqualTo(20);
    }

    @Test
    void shouldWaitInATaskForAllButThoseThatWaitForIt_S3_10() {
        SharedValue<Long> sum = mosaic.sharedValue(0L, Sums::ofLong);
        Remote<Relay> one = mosaic.remote(Relay::new);
        Remote<Relay> other = mosaic.remote(Relay::new);
        one.call(Relay::pass, other, sum, 20);
        Task<Long> settled = mosaic.remote(Relay::new).call(Relay::settleThere, mosaic.remote(Relay::new), sum);
        Task<Long> too = mosaic.remote(Relay::new).call(Relay::settle, sum);
        assertThat(settled.result(LONG)).isEqualTo(20);
        assertThat(too.result(LONG)).as("two that wait at a barrier").isEqualTo(20);
    }

    @Test
    void shouldNotWaitForCallsBehindTheOneThatWaits_S3_10() {
        SharedValue<Long> sum = mosaic.sharedValue(0L, Sums::ofLong);
        Remote<Relay> one = mosaic.remote(Relay::new);
        Remote<Relay> other = mosaic.remote(Relay::new);
        Task<Long> settled = one.call(Relay::settle, sum);
        one.call(Relay::pass, other, sum, 20);
        assertThat(settled.result(LONG)).isNotNegative();
        mosaic.barrier(LONG);
        assertThat(sum.read().result(LONG)).isEqualTo(20);
    }

    @Test
    void shouldEndThoughOtherThreadsGoOnMakingTasks_S3_10() throws InterruptedException {
        CompletableFuture<Void> enough = new CompletableFuture<>();
        Thread other = Thread.ofVirtual().start(() -> {
            while (!enough.isDone()) {
                mosaic.submit(() -> Mosaic.current().submit(() -> 1).result()).await(LONG);
            }
        });
        try {
            SharedValue<Long> sum = mosaic.sharedValue(0L, Sums::ofLong);
            sum.accumulate(1L);
            mosaic.barrier(LONG);
            assertThat(sum.read().result(LONG)).isEqualTo(1);
        } finally {
            enough.complete(null);
        }
        assertThat(other.join(LONG)).isTrue();
    }

    @Test
    void shouldNotWaitForAWorkerThatDies_S3_10() {
        Remote<Inhabitant> victim = mosaic.remote(Inhabitant::new);
        long pid = victim.call(Inhabitant::pid).result(LONG);
        Remote<Sleeper> there =
                mosaic.withOptions(options -> options.worker(victim.worker())).remote(Sleeper::new);
        Task<long[]> endless = there.call(Sleeper::sleep, 600_000L);
        assertThatThrownBy(() -> mosaic.barrier(Duration.ofMillis(200))).isInstanceOf(TimedOutException.class);
        CompletableFuture<Void> ended = CompletableFuture.runAsync(() -> mosaic.barrier(LONG));
        assertThat(ProcessHandle.of(pid).orElseThrow().destroyForcibly()).isTrue();
        assertThat(ended).succeedsWithin(LONG);
        assertThatThrownBy(() -> endless.await(LONG)).isInstanceOf(WorkerLostException.class);
        log.expect(1, "SIGKILL");
        Eventually.holds(
                "a fresh worker takes its place", () -> mosaic.workers().size() == 2);
    }
}
