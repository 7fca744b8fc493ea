package dev.mosaic.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mosaic.Mosaic;
import dev.mosaic.Remote;
import dev.mosaic.WorkerLostException;
import dev.mosaic.testing.Eventually;
import dev.mosaic.testing.LogGuard;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import program.Dreamer;
import program.Inhabitant;

/** Processes that are stopped for longer than a silent node is waited for, and go on. */
@Tag("long")
@Tag("variants")
class SleepTest {
    /** The monitor waits 8 s for a node. */
    private static final long SLEEP_NANOS = TimeUnit.SECONDS.toNanos(11);

    private static final Duration LONG = Eventually.PATIENCE;

    @RegisterExtension
    final LogGuard log = new LogGuard();

    private Transcript transcript;
    private Machines machines;

    @BeforeEach
    void open() throws IOException {
        transcript = new Transcript();
        machines = Machines.onLoopback().head().node("one", 1).node("two", 1);
        machines.awaitJoined("one");
        machines.awaitJoined("two");
    }

    @AfterEach
    void close() {
        machines.close();
        transcript.close();
    }

    private static void sleep(long pid) throws IOException, InterruptedException {
        signal("STOP", pid);
        LockSupport.parkNanos(SLEEP_NANOS);
        signal("CONT", pid);
    }

    private static void signal(String name, long pid) throws IOException, InterruptedException {
        Process sent = new ProcessBuilder("kill", "-" + name, Long.toString(pid)).start();
        assertThat(sent.waitFor(10, TimeUnit.SECONDS)).isTrue();
        assertThat(sent.exitValue()).isZero();
    }

    @Test
    void shouldLoseNothingOfAProgramThatSleeps_S1_6() throws Exception {
        try (RunningProgram program = RunningProgram.start(
                Dreamer.class, List.of("--sun-misc-unsafe-memory-access=allow"), machines.address())) {
            Eventually.holds("its workers compute", LONG, () -> program.output().contains("begun"));

            sleep(program.pid());

            assertThat(program.awaitEnd(90)).as(program.output()).isZero();
            assertThat(program.output()).contains(Dreamer.WELL).doesNotContain("SEVERE", "held for dead");
        }
        assertThat(machines.process("head").output()).doesNotContain("is lost");
    }

    private List<String> joined(String name) {
        return machines.process(name)
                .output()
                .lines()
                .filter(line -> line.contains(" joined "))
                .toList();
    }

    @Test
    void shouldTakeANodeThatSleepsForDeadAndHaveItComeAgain_S7_1() throws Exception {
        try (Mosaic mosaic = Mosaic.connect(machines.address())) {
            Remote<Inhabitant> tessera = mosaic.remote(Inhabitant::new);
            String worker = tessera.call(Inhabitant::worker).result(LONG);
            String node = worker.replaceAll("worker:(\\d+):.*", "NODE:$1");
            String name = machines.process("one").output().contains(node + " joined") ? "one" : "two";

            sleep(machines.process(name).pid());

            assertThatThrownBy(() -> tessera.call(Inhabitant::worker).result(LONG))
                    .isInstanceOf(WorkerLostException.class)
                    .hasMessageContaining("its node was lost: it was silent for")
                    .hasMessageContaining("its memory was at");
            Eventually.holds("it comes again", LONG, () -> joined(name).size() == 2);
            assertThat(machines.process(name).output()).contains(node + " is held for dead and comes again");
            assertThat(mosaic.submit(() -> 4).result(LONG)).isEqualTo(4);
            Eventually.holds("it has a worker again", LONG, () -> {
                mosaic.remote(Inhabitant::new).call(Inhabitant::worker).await(LONG);
                return mosaic.workers().size() == 2;
            });
        }
        log.expect(log.count("no handshake within"), "no handshake within"); // who sleeps does not answer
    }
}
