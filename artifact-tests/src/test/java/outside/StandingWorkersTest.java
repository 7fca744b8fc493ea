package outside;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.Mosaic;
import dev.mosaic.Remote;
import dev.mosaic.Task;
import dev.mosaic.function.Function2;
import dev.mosaic.testing.ChildJvms;
import dev.mosaic.testing.Eventually;
import dev.mosaic.testing.StandingJvm;
import java.io.IOException;
import java.time.Duration;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Workers whose JVM stands still for long, while their process lives: these are slow, not dead. S7.1. */
@Tag("long")
@Tag("variants")
class StandingWorkersTest {
    /** Longer than any limit of silence. */
    private static final int SECONDS = 50;

    private static HeadAndNode cluster;

    @BeforeAll
    static void start() throws IOException {
        cluster = new HeadAndNode(1);
    }

    @AfterAll
    static void stop() throws InterruptedException {
        cluster.close();
    }

    /** @param stands a call of {@code standing}, which takes at least {@link #SECONDS} */
    private static void shouldGoOn(
            Mosaic mosaic, Function2<StandingJvm, Integer, Integer> stands, Consumer<Task<?>> meanwhile) {
        Remote<StandingJvm> standing = mosaic.remote(StandingJvm::new);
        Remote<StandingJvm> beside = mosaic.remote(StandingJvm::new);
        assertThat(beside.call(StandingJvm::collect).result()).isOne();
        long begun = System.nanoTime();
        Task<Integer> stood = standing.call(stands, SECONDS);
        Eventually.holds("it runs", () -> stood.state() == Task.State.RUNNING);
        Task<Integer> waits = beside.call(StandingJvm::collect);
        meanwhile.accept(stood);
        assertThat(waits.result(Duration.ofMinutes(5))).isEqualTo(2);
        assertThat(stood.result()).isOne();
        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isGreaterThanOrEqualTo(Duration.ofSeconds(SECONDS));
        assertThat(beside.call(StandingJvm::collect).result())
                .as("it is the same object")
                .isEqualTo(3);
    }

    @Test
    void shouldNotLoseAWorkerOfTheProgram_S7_1() {
        try (Mosaic mosaic = Mosaic.start(o -> o.workers(1).noDashboard().jvmArguments(ChildJvms.JIT))) {
            shouldGoOn(mosaic, StandingJvm::stand, any -> {});
        }
    }

    @Test
    void shouldNotLoseAWorkerOfANode_S7_1() {
        try (Mosaic mosaic = Mosaic.connect(cluster.address())) {
            shouldGoOn(
                    mosaic,
                    StandingJvm::stand,
                    stands -> Eventually.holds(
                            "it is told that the worker does not answer",
                            () -> why(stands).contains(" does not answer: its JVM")));
        }
    }

    @Test
    void shouldNotLoseAWorkerWhoseHeapIsFull_S7_1() {
        try (Mosaic mosaic = Mosaic.connect(cluster.address())) {
            shouldGoOn(mosaic, StandingJvm::fill, any -> {});
        }
    }

    private static String why(Task<?> task) {
        try {
            return cluster.said("why", task.uid());
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
