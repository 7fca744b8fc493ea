package dev.mosaic.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mosaic.Mosaic;
import dev.mosaic.Remote;
import dev.mosaic.StartException;
import dev.mosaic.Task;
import dev.mosaic.mesh.Endpoint;
import dev.mosaic.testing.ChildJvms;
import dev.mosaic.testing.Eventually;
import dev.mosaic.testing.LogGuard;
import dev.mosaic.worker.WorkerBrief;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import program.Idler;
import program.Parent;
import program.Sleeper;

/** Processes that tasks start: they end with their worker, and read nothing of what the node says to it. */
class ChildrenOfTasksTest {
    private static final Duration LONG = Eventually.PATIENCE;

    private static final WorkerBrief BRIEF = new WorkerBrief(
            "worker:0:0",
            1,
            "node:0",
            List.of(),
            Endpoint.parse("ipc:///tmp/monitor"),
            "token",
            "",
            1,
            0,
            1,
            List.of(),
            Path.of("/tmp/none"),
            List.of());

    @RegisterExtension
    final LogGuard log = new LogGuard();

    private static Transcript transcript;
    private static Mosaic mosaic;

    @BeforeAll
    static void start() {
        transcript = new Transcript();
        mosaic = Mosaic.start(options -> options.workers(1).noDashboard().jvmArguments(ChildJvms.JIT));
    }

    @AfterAll
    static void end() {
        mosaic.close();
        transcript.close();
    }

    @Test
    void shouldGiveThemNoInput_S1_3() {
        Remote<Parent> parent = mosaic.remote(Parent::new);
        assertThat(parent.call(Parent::reads).result(LONG))
                .as("what cat ends with")
                .isZero();
    }

    /** One that does not end when it is asked to, and one that another one has started. */
    @Test
    void shouldEndThemWithTheCluster_S1_3() {
        Remote<Parent> parent = mosaic.remote(Parent::new);
        List<Long> pids = List.of(
                parent.call(Parent::starts, "trap '' TERM; while :; do sleep 600; done")
                        .result(LONG),
                parent.call(Parent::starts, "sleep 600; true").result(LONG));
        List<ProcessHandle> all = pids.stream()
                .map(pid -> ProcessHandle.of(pid).orElseThrow())
                .flatMap(each -> Stream.concat(Stream.of(each), children(each)))
                .toList();
        assertThat(all).hasSize(4);
        end();
        Eventually.holds("all have ended", () -> all.stream().noneMatch(ProcessHandle::isAlive));
        start();
    }

    private static Stream<ProcessHandle> children(ProcessHandle parent) {
        Eventually.holds("it has started one", () -> parent.children().findAny().isPresent());
        return parent.children();
    }

    @Test
    void shouldEndThemWithAWorkerThatEndsByForce_S3_7() {
        Remote<Parent> parent = mosaic.remote(Parent::new);
        long pid = parent.call(Parent::starts, "sleep 600").result(LONG);
        Task<long[]> stubborn = mosaic.remote(Sleeper::new).call(Sleeper::sleep, 600_000L); // heeds no interrupt
        Eventually.holds("it runs", () -> stubborn.state() == Task.State.RUNNING);
        stubborn.cancel(true);
        Eventually.holds("it ended with its worker", () -> !lives(pid));
        Eventually.holds(
                "a fresh worker takes its place", () -> mosaic.workers().size() == 1);
    }

    /** Its node ends it, as one that is dead for the others. */
    @Test
    void shouldEndThemWithAProcessThatItsNodeEnds_S7_1() throws IOException {
        Process blank = new ProcessBuilder("sh", "-c", "sleep 600 & wait").start();
        Eventually.holds("it has a child", () -> blank.children().findAny().isPresent());
        ProcessHandle child = blank.children().findAny().orElseThrow();
        WorkerProcess process = WorkerProcess.of(blank, BRIEF, (uid, isError, line) -> {}, new WorkerProcess.Fate() {
            @Override
            public void ended(WorkerProcess ended) {}

            @Override
            public void over(WorkerProcess over) {}
        });
        process.kill();
        assertThat(process.awaitOver(LONG.toNanos())).isTrue();
        Eventually.holds("its child has ended", () -> !child.isAlive());
    }

    @Test
    void shouldEndThemWithAProgramThatIsKilled_S1_3() throws IOException {
        long pid;
        try (RunningProgram program = RunningProgram.start(Idler.class, List.of(), "starts")) {
            Eventually.holds("it has started one", () -> program.output().contains("started "));
            pid = Long.parseLong(program.output().replaceAll("(?s).*started (\\d+).*", "$1"));
            assertThat(lives(pid)).isTrue();
            program.kill();
        }
        Eventually.holds("it ended with its worker", () -> !lives(pid));
    }

    @Test
    void shouldTellThatAWorkerInitialisesAStaticFieldThatStartsAMosaic_S1_3() {
        assertThatThrownBy(() -> mosaic.submit(() -> Parent.Starting.MOSAIC).result(LONG))
                .rootCause()
                .isInstanceOf(StartException.class)
                .hasMessageContaining("this code runs in worker:0:")
                .hasMessageContaining("start it in main");
    }

    private static boolean lives(long pid) {
        return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
    }
}
