package dev.mosaic.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.testing.Eventually;
import dev.mosaic.testing.LogGuard;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** {@code --health} of {@code mosaic head}, {@code warehouse} and {@code node}: what the probes of a pod ask. */
class HealthTest {
    private static final Pattern ADDRESS = Pattern.compile("Health at (http://\\S+)");
    private static final Duration LONG = Eventually.PATIENCE;
    private static final String ANYWHERE = "127.0.0.1:0";

    @RegisterExtension
    final LogGuard log = new LogGuard();

    @TempDir
    Path files;

    private final HttpClient client = HttpClient.newHttpClient();

    @AfterEach
    void close() {
        client.close();
    }

    @Test
    void shouldBeReadyWhileTheMonitorAnswersAndLiveWhileItDoesNot() throws IOException {
        try (Machines machines = Machines.onLoopback()) {
            machines.node("node", 1, "--health", ANYWHERE);
            awaitReadiness(machines, "node", false, "it waits for the monitor");
            awaitLife(machines, "node", true);

            machines.head("--no-warehouse", "--gateway", machines.gateway(), "--health", ANYWHERE);
            awaitReadiness(machines, "head", true, "up");
            machines.warehouse("--health", ANYWHERE);
            awaitReadiness(machines, "node", true, "up");
            awaitReadiness(machines, "warehouse", true, "up");

            machines.kill("head");
            awaitReadiness(machines, "node", false, "no link with the monitor");
            awaitReadiness(machines, "warehouse", false, "no link with the monitor");
            awaitLife(machines, "node", true);
            awaitLife(machines, "warehouse", true);

            machines.head("--no-warehouse", "--health", ANYWHERE);
            awaitReadiness(machines, "node", true, "up");
            awaitReadiness(machines, "warehouse", true, "up");
        }
    }

    /** Whoever starts processes has to start it again: it can do nothing any more. */
    @Test
    void shouldEndAWarehouseWithExitCode1ThatTheMonitorHoldsForDead_S7_3() throws Exception {
        try (Machines machines = Machines.onLoopback()) {
            machines.head("--no-warehouse").warehouse("--folder", files.toString(), "--health", ANYWHERE);
            awaitReadiness(machines, "warehouse", true, "up");
            RunningProgram excluded = machines.process("warehouse");

            signal("STOP", excluded.pid());
            Eventually.holds(
                    "it is held for dead",
                    LONG,
                    () -> machines.process("head").output().contains("warehouse:0 is lost"));
            signal("CONT", excluded.pid());

            assertThat(excluded.awaitEnd(LONG.toSeconds()))
                    .as(excluded.output())
                    .isEqualTo(1);
            assertThat(excluded.output())
                    .containsOnlyOnce("mosaic: the monitor holds warehouse:0 for dead: it was silent")
                    .contains("start it again");
            assertThat(machines.process("head").isAlive()).isTrue();

            machines.warehouse("--folder", files.toString(), "--health", ANYWHERE);
            awaitReadiness(machines, "warehouse", true, "up");
        }
    }

    private static void signal(String name, long pid) throws Exception {
        Process sent = new ProcessBuilder("kill", "-" + name, Long.toString(pid)).start();
        assertThat(sent.waitFor(10, TimeUnit.SECONDS)).isTrue();
        assertThat(sent.exitValue()).isZero();
    }

    private void awaitReadiness(Machines machines, String name, boolean isReady, String said) {
        awaitAnswer(machines, name, "/readyz", isReady, said);
    }

    private void awaitLife(Machines machines, String name, boolean isAlive) {
        awaitAnswer(machines, name, "/livez", isAlive, "status");
    }

    private void awaitAnswer(Machines machines, String name, String path, boolean isGood, String said) {
        Eventually.holds(name + path + " is " + isGood + " with " + said, LONG, () -> {
            HttpResponse<String> answer = get(machines, name, path);
            return answer.statusCode() == (isGood ? 200 : 503) && answer.body().contains(said);
        });
    }

    private HttpResponse<String> get(Machines machines, String name, String path) {
        Eventually.holds(
                name + " says where its health is",
                LONG,
                () -> ADDRESS.matcher(machines.process(name).output()).find());
        Matcher address = ADDRESS.matcher(machines.process(name).output());
        assertThat(address.find()).isTrue();
        try {
            return client.send(
                    HttpRequest.newBuilder(URI.create(address.group(1) + path)).build(),
                    HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new AssertionError(name + " does not answer", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }
}
