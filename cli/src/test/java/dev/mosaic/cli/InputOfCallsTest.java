package dev.mosaic.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mosaic.Arg;
import dev.mosaic.Mosaic;
import dev.mosaic.Ref;
import dev.mosaic.Remote;
import dev.mosaic.Task;
import dev.mosaic.local.RunningCluster;
import dev.mosaic.local.RunningClusters;
import dev.mosaic.node.Transcript;
import dev.mosaic.testing.Eventually;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** {@code mosaic describe} says with what a call was made that failed, and one that runs. S8.1. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class InputOfCallsTest {
    private static final CountDownLatch RELEASE = new CountDownLatch(1);
    private static final CountDownLatch END = new CountDownLatch(1);

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Transcript transcript = new Transcript();
    private String cluster = "";

    /** Fails with what it is given. */
    static class Picky {
        double solve(double step, float[] data, String name) {
            throw new IllegalArgumentException("no step such as that");
        }

        CompletionStage<Double> later(int shot) {
            return CompletableFuture.failedFuture(new IllegalStateException("too late"));
        }

        int waits(String name, int shot) throws InterruptedException {
            RELEASE.await();
            return shot;
        }

        int holds(Ref<double[]> model) throws InterruptedException {
            RELEASE.await();
            return 0;
        }
    }

    /** Has no words. */
    record Wordless(int number) {
        @Override
        public String toString() {
            throw new IllegalStateException("no words");
        }
    }

    /** Its words wait for the end of all tests. */
    record Slow(int number) {
        @Override
        public String toString() {
            try {
                END.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return "late";
        }
    }

    @BeforeAll
    void start() throws Exception {
        // So that nothing waits behind a call that is held: a stateless task stays in the worker that it was sent to.
        var _ = Mosaic.start(options -> options.workers(3).slots(4).inProcess());
        Eventually.holds("it is listed", () -> !ofThisProcess().isEmpty());
        cluster = ofThisProcess().getFirst().name();
    }

    @AfterAll
    void end() {
        RELEASE.countDown();
        END.countDown();
        Mosaic.current().close();
        transcript.close();
    }

    private static List<RunningCluster> ofThisProcess() {
        long self = ProcessHandle.current().pid();
        return RunningClusters.own().all().stream()
                .filter(each -> each.pid() == self)
                .toList();
    }

    private String described(Task<?> task) {
        return Said.by("describe", task.uid(), "--cluster", cluster).output();
    }

    private void assertInput(Task<?> task, Class<? extends Throwable> type, String input) {
        assertThatThrownBy(task::result).isInstanceOf(type);
        Eventually.holds("input " + input, () -> described(task).matches("(?s).*\ninput +" + input + "\n.*"));
    }

    private static double reciprocal(Object... values) {
        throw new ArithmeticException("values=" + values.length);
    }

    @Test
    void shouldSayTheArgumentsOfAMethodThatFailed_S8_1() {
        Remote<Picky> picky = Mosaic.current().remote(Picky::new);
        float[] data = {0.5f, 1, 2, 3, 4, 5};

        assertInput(
                picky.call(Picky::solve, 0.25, data, "shot seven"),
                IllegalArgumentException.class,
                "0.25, float\\[6\\] \\{0.5, 1.0, 2.0, 3.0, ...\\}, shot seven");
        assertInput(picky.call(Picky::later, 17), IllegalStateException.class, "17");
        assertInput(
                picky.call(Picky::solve, 0.25, new float[1 << 19], "x"),
                IllegalArgumentException.class,
                "20971\\d\\d bytes");
    }

    @Test
    void shouldSayWhatAStatelessTaskWasGivenAndWhatItsLambdaCaptured_S8_1() {
        Mosaic mosaic = Mosaic.current();
        int shot = 700;
        Task<Integer> six = mosaic.submit(() -> 6);

        assertInput(mosaic.submit(() -> reciprocal(shot)), ArithmeticException.class, "700");
        assertInput(
                mosaic.submit((a, b) -> reciprocal(a, b, shot), six, Arg.of("seven")),
                ArithmeticException.class,
                "700, 6, seven");
        assertInput(
                mosaic.submit(a -> reciprocal(a), new Wordless(1)),
                ArithmeticException.class,
                Wordless.class.getName().replace("$", "\\$"));
        Task<Double> bare = mosaic.submit(() -> reciprocal());
        assertThatThrownBy(bare::result).isInstanceOf(ArithmeticException.class);
        assertThat(described(bare)).doesNotContain("\ninput");
    }

    @Test
    void shouldTellAFailureBeforeItsInputIsPutIntoWords_S8_1() {
        Mosaic mosaic = Mosaic.current();
        Task<Double> task = mosaic.submit(a -> reciprocal(a), new Slow(1));
        Task<Double> item =
                mosaic.map(List.of(new Slow(1)), each -> reciprocal(each)).getFirst();

        assertThatThrownBy(() -> task.result(PATIENCE)).isInstanceOf(ArithmeticException.class);
        assertThatThrownBy(() -> item.result(PATIENCE)).isInstanceOf(ArithmeticException.class);
        assertThat(described(task)).contains("values=1").doesNotContain("late");
    }

    @Test
    void shouldSayItemAndArgumentsOfWhatRuns_S8_1() throws Exception {
        Mosaic mosaic = Mosaic.current();
        Ref<double[]> model = mosaic.put(new double[] {1, 2});
        Task<Integer> waits = mosaic.remote(Picky::new).call(Picky::waits, "shot", 9);
        Task<Integer> holds = mosaic.remote(Picky::new).call(Picky::holds, model);
        List<Task<Integer>> items = mosaic.map(IntStream.range(0, 3).boxed().toList(), item -> {
            if (item == 1) {
                RELEASE.await();
            }
            return item;
        });
        try {
            Eventually.holds("it runs", () -> described(waits).contains("RUNNING"));
            assertThat(described(waits)).containsPattern("\ninput +shot, 9\n");
            Eventually.holds("it runs", () -> described(holds).contains("RUNNING"));
            assertThat(described(holds)).as("a ref is not decoded").doesNotContain("\ninput");
            Eventually.holds(
                    "the item that does not end",
                    () -> Said.by("list", "tasks", "--cluster", cluster, "--state", "running", "-o", "name")
                            .output()
                            .lines()
                            .anyMatch(id -> Said.by("describe", id, "--cluster", cluster)
                                    .output()
                                    .matches("(?s).*\ninput +1\n.*")));
        } finally {
            RELEASE.countDown();
        }
        assertThat(mosaic.gather(items)).containsExactly(0, 1, 2);
        assertThat(waits.result()).isEqualTo(9);
        assertThat(holds.result()).isZero();
    }
}
