package dev.mosaic.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mosaic.Mosaic;
import dev.mosaic.Remote;
import dev.mosaic.StartException;
import dev.mosaic.Task;
import dev.mosaic.testing.Eventually;
import dev.mosaic.testing.LogGuard;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import program.Idler;
import program.Inhabitant;
import program.QueuedCalls;
import program.Sleeper;

/** How clusters end, and how starts fail. Each test has clusters of its own. */
class ClusterEndTest {
    private static final Duration LONG = Eventually.PATIENCE;
    private static final String TEMPORARY = "java.io.tmpdir";

    @RegisterExtension
    final LogGuard log = new LogGuard();

    /** Nobody else makes folders there. */
    @TempDir
    Path temporary;

    private String usual;

    @BeforeEach
    void moveTemporaryFiles() {
        usual = System.setProperty(TEMPORARY, temporary.toString());
    }

    @AfterEach
    void moveTemporaryFilesBack() {
        System.setProperty(TEMPORARY, usual);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldLeaveNothingBehind_S1_3(boolean inProcess) throws IOException {
        try (Transcript transcript = new Transcript()) {
            Mosaic mosaic = Mosaic.start(options -> {
                options.workers(2);
                if (inProcess) {
                    options.inProcess();
                }
            });
            List<Long> pids = children();
            assertThat(isEmpty(temporary)).as("there is a private folder").isFalse();
            Remote<Sleeper> busy = mosaic.remote(Sleeper::new);
            Remote<Inhabitant> speaker = mosaic.remote(Inhabitant::new);
            Task<Void> said = speaker.call(Inhabitant::says, "the last line");
            said.await(LONG);
            Task<long[]> running = busy.call(Sleeper::sleep, 600_000L);
            mosaic.close(); // does not wait for it
            assertThatThrownBy(() -> running.result(LONG)).as("what was open").isInstanceOf(RuntimeException.class);
            assertThat(transcript.out()).contains("the last line");
            assertThat(pids).as("worker processes").hasSize(inProcess ? 0 : 2);
            Eventually.holds("no process is left", () -> pids.stream().noneMatch(ClusterEndTest::lives));
            Eventually.holds(
                    "no thread is left but " + threads(),
                    () -> inProcess ? meshThreads().isEmpty() : threads().isEmpty());
            assertThat(isEmpty(temporary)).as("no private folder is left").isTrue();
            mosaic.close();
        }
    }

    @Test
    void shouldStartAgainAfterClose_S1_3() {
        try (Transcript transcript = new Transcript()) {
            for (int i = 0; i < 3; i++) {
                try (Mosaic mosaic = Mosaic.start(options -> options.workers(1).inProcess())) {
                    assertThat(mosaic.submit(() -> 42).result(LONG)).isEqualTo(42);
                }
            }
            assertThat(transcript.error()).contains("Listening at <NODE:0 | WORKER:0>");
        }
    }

    @Test
    void shouldTellWhyAWorkerDoesNotStart_S1_3() throws IOException {
        try (Transcript transcript = new Transcript()) {
            assertThatThrownBy(() -> Mosaic.start(options -> options.workers(2).jvmArguments("-XX:+NoSuchOption")))
                    .isInstanceOf(StartException.class)
                    .hasMessageContaining("worker:0:")
                    .hasMessageContaining("Unrecognized VM option 'NoSuchOption'");
            assertThat(transcript.error()).contains("Unrecognized VM option");
        }
        assertThat(children()).as("processes").isEmpty();
        assertThat(isEmpty(temporary)).as("no private folder is left").isTrue();
    }

    @Test
    void shouldEndWorkersWithAKilledProgram_S1_3() throws IOException {
        List<Long> pids;
        try (RunningProgram program = RunningProgram.start(Idler.class, List.of("-D" + TEMPORARY + "=" + temporary))) {
            Eventually.holds("the program is up", () -> program.output().contains("up\n"));
            pids = program.workers();
            assertThat(pids).hasSize(2);
            assertThat(temporary).isNotEmptyDirectory();
            program.kill();
        }
        Eventually.holds("no worker is left", () -> pids.stream().noneMatch(ClusterEndTest::lives));
        Eventually.holds("no folder is left", () -> isEmpty(temporary));
    }

    @Test
    void shouldCloseWithAProgramThatDoesNot_S1_3() throws Exception {
        try (RunningProgram program =
                RunningProgram.start(Idler.class, List.of("-D" + TEMPORARY + "=" + temporary), "ends")) {
            assertThat(program.awaitEnd(30)).as(program.output()).isZero();
            assertThat(program.output()).contains("I am here").doesNotContain("WARNING");
        }
        Eventually.holds("no folder is left", () -> isEmpty(temporary));
    }

    @Tag("long")
    @Tag("variants")
    @Test
    void shouldQueueAMillionCallsInABoundedHead_S3_1() throws Exception {
        try (RunningProgram program = RunningProgram.start(QueuedCalls.class, List.of("-Xmx1g"), "1000000")) {
            assertThat(program.awaitEnd(150)).as(program.output()).isZero();
            assertThat(program.output()).contains("noted 1000000");
        }
    }

    private static boolean lives(long pid) {
        return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
    }

    private static List<Long> children() {
        try (Stream<ProcessHandle> children = ProcessHandle.current().children()) {
            return children.map(ProcessHandle::pid).toList();
        }
    }

    private static List<String> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith("mosaic"))
                .toList();
    }

    /** Without the thread in which user code still sleeps: nobody can end it. */
    private static List<String> meshThreads() {
        return threads().stream().filter(name -> name.startsWith("mosaic-mesh")).toList();
    }

    private static boolean isEmpty(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.noneMatch(file -> file.getFileName().toString().matches("mosaic-\\d+"));
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
