package dev.mosaic.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mosaic.testing.Eventually;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.TestAbortedException;

/** With a process of its own in the place of one of Kubernetes: this needs none. */
class KubeProcessTest {
    private static final Duration PATIENCE = Eventually.PATIENCE;

    @TempDir
    private Path state;

    private Process first;

    @BeforeEach
    void shouldRun() throws IOException {
        Files.createDirectory(state.resolve("run"));
        Files.createDirectory(state.resolve("logs"));
        ProcessBuilder builder = new ProcessBuilder(
                "bash", "-c", "echo \"$COLOUR $1 $2\"; while sleep 1; do :; done", "kube", "--name", "a b");
        builder.environment().put("COLOUR", "blue");
        builder.redirectOutput(log().toFile());
        first = builder.start();
        record(first.pid());
        Eventually.holds("it has begun", PATIENCE, () -> said().equals("blue --name a b\n"), this::said);
    }

    @AfterEach
    void shouldEnd() throws IOException {
        long recorded =
                Long.parseLong(Files.readString(state.resolve("run/kube")).split(" ", 2)[0]);
        ProcessHandle.of(recorded).ifPresent(ProcessHandle::destroyForcibly);
        first.destroyForcibly();
    }

    private Path log() {
        return state.resolve("logs/kube.log");
    }

    private void record(long pid) throws IOException {
        String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
        String start = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1)[19];
        Files.writeString(state.resolve("run/kube"), pid + " " + start + "\n");
    }

    @Test
    void shouldEndItAndStartItAgainAsItWas() throws Exception {
        KubeProcess kube = KubeProcess.in(state, "kube");
        assertThat(kube.pid()).contains(first.pid());

        kube.kill();
        assertThat(kube.pid()).isEmpty();
        assertThat(first.waitFor()).as("the exit status of SIGKILL").isEqualTo(137);

        kube.start();
        long second = kube.pid().orElseThrow();
        assertThat(second).isNotEqualTo(first.pid());
        kube.start();
        assertThat(kube.pid()).as("one that runs is left alone").contains(second);
        Eventually.holds(
                "it says the same", PATIENCE, () -> said().equals("blue --name a b\nblue --name a b\n"), this::said);
        assertThat(KubeProcess.in(state, "kube").pid())
                .as("it is recorded as the one before")
                .contains(second);
    }

    private String said() {
        try {
            return Files.readString(log());
        } catch (IOException e) {
            return e.toString();
        }
    }

    @Test
    void shouldHoldAnotherProcessOfThatPidForNone() throws IOException {
        Files.writeString(state.resolve("run/kube"), first.pid() + " 1\n");
        assertThatThrownBy(() -> KubeProcess.in(state, "kube"))
                .isInstanceOf(AssertionError.class)
                .hasMessage("kube does not run");
    }

    @Test
    void shouldSkipTheTestWhereTheClusterIsAnother() {
        assertThatThrownBy(() -> KubeProcess.named("kube", Map.of())).isInstanceOf(TestAbortedException.class);
    }
}
