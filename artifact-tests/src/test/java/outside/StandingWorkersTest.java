package outside;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.Mosaic;
import dev.mosaic.Remote;
import dev.mosaic.Task;
import dev.mosaic.testing.ChildJvms;
import dev.mosaic.testing.Eventually;
import java.io.IOException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
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

    static final class Native {
        private int calls;

        /** In native code that keeps the collector out: what allocates waits for it, and so do all threads at the next collection. */
        @SuppressWarnings("restricted") // workers have native access
        int stand(int seconds) throws Exception {
            Linker linker = Linker.nativeLinker();
            MethodHandle sleep = linker.downcallHandle(
                    linker.defaultLookup().findOrThrow("sleep"),
                    FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT),
                    Linker.Option.critical(false));
            calls++;
            try {
                return calls + (int) sleep.invokeExact(seconds);
            } catch (Throwable impossible) {
                throw new IllegalStateException(impossible);
            }
        }

        int collect() {
            System.gc();
            return ++calls;
        }
    }

    @BeforeAll
    static void start() throws IOException {
        cluster = new HeadAndNode(1);
    }

    @AfterAll
    static void stop() throws InterruptedException {
        cluster.close();
    }

    private static void shouldGoOn(Mosaic mosaic, Consumer<Task<?>> meanwhile) {
        Remote<Native> standing = mosaic.remote(Native::new);
        Remote<Native> beside = mosaic.remote(Native::new);
        assertThat(beside.call(Native::collect).result()).isOne();
        long begun = System.nanoTime();
        Task<Integer> stands = standing.call(Native::stand, SECONDS);
        Eventually.holds("it runs", () -> stands.state() == Task.State.RUNNING);
        Task<Integer> waits = beside.call(Native::collect);
        meanwhile.accept(stands);
        assertThat(waits.result(Duration.ofMinutes(5))).isEqualTo(2);
        assertThat(stands.result()).isOne();
        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isGreaterThanOrEqualTo(Duration.ofSeconds(SECONDS));
        assertThat(beside.call(Native::collect).result())
                .as("it is the same object")
                .isEqualTo(3);
    }

    @Test
    void shouldNotLoseAWorkerOfTheProgram_S7_1() {
        try (Mosaic mosaic = Mosaic.start(o -> o.workers(1).noDashboard().jvmArguments(ChildJvms.JIT))) {
            shouldGoOn(mosaic, any -> {});
        }
    }

    @Test
    void shouldNotLoseAWorkerOfANode_S7_1() {
        try (Mosaic mosaic = Mosaic.connect(cluster.address())) {
            shouldGoOn(
                    mosaic,
                    stands -> Eventually.holds(
                            "it is told that the worker does not answer",
                            () -> why(stands).contains(" does not answer: its JVM")));
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
