package dev.mosaic.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mosaic.Mosaic;
import dev.mosaic.StartException;
import dev.mosaic.headapi.ClusterPage;
import dev.mosaic.headapi.StatusPage;
import dev.mosaic.http.Json;
import dev.mosaic.local.RunningCluster;
import dev.mosaic.local.RunningClusters;
import dev.mosaic.node.Machines;
import dev.mosaic.node.RunningProgram;
import dev.mosaic.node.Transcript;
import dev.mosaic.testing.Eventually;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** {@code mosaic list} and {@code mosaic status} find clusters on this machine by themselves. S8.1. */
class ListCommandTest {
    private static final List<String> JVM = List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");
    private static final int LONG_SECONDS = 60;

    @TempDir
    Path folder;

    private record Said(int status, String output, String errors) {}

    private static Said said(String... arguments) {
        StringWriter output = new StringWriter();
        StringWriter errors = new StringWriter();
        CommandLine mosaic =
                CliMain.commandLine().setOut(new PrintWriter(output, true)).setErr(new PrintWriter(errors, true));
        return new Said(mosaic.execute(arguments), output.toString(), errors.toString());
    }

    private static List<RunningCluster> ofThisProcess() {
        long self = ProcessHandle.current().pid();
        return RunningClusters.own().all().stream()
                .filter(each -> each.pid() == self)
                .toList();
    }

    @Test
    void shouldAskTheClusterOfAProgramByName_S8_1() throws Exception {
        String name;
        try (Transcript _ = new Transcript();
                Mosaic mosaic = Mosaic.start(options -> options.workers(2).inProcess())) {
            assertThat(mosaic.submit(() -> 1).result()).isOne();
            Eventually.holds("it is listed", () -> !ofThisProcess().isEmpty());
            name = ofThisProcess().getFirst().name();

            assertThat(said("list", "clusters").output())
                    .startsWith("NAME")
                    .contains(name + "  ")
                    .doesNotContain("ipc://");
            assertThat(said("list", "clusters", "-o", "name").output().lines()).contains(name);
            assertThat(said("list", "clusters", "-o", "json").output())
                    .contains("\"name\":\"" + name + "\",\"kind\":\"program\"")
                    .doesNotContain("token");
            assertThat(said("list", "units", "--cluster", name, "-o", "name", "--kind", "worker")
                            .output()
                            .lines())
                    .containsExactly("worker:0:0", "worker:0:1");
            assertThat(said("list", "units", "--cluster", name, "-o", "wide").output())
                    .startsWith("UNIT")
                    .contains("OFFERED", " cpu");
            assertThat(said("list", "units", "--cluster", name).output()).doesNotContain("OFFERED");
            assertThat(said("status", "--cluster", name).output()).contains("worker:0:1   node:0");
            StatusPage page =
                    Json.read(said("status", "--cluster", name, "--json").output(), StatusPage.class);
            assertThat(page.units()).hasSize(5);
            assertThat(page.demand()).isEmpty();
        }
        assertThat(ofThisProcess()).as("it has ended").isEmpty();
        assertThat(said("list", "clusters").output()).doesNotContain(name);
    }

    @Test
    void shouldFindTheHeadOfThisMachineWithItsKeys_S8_1() throws Exception {
        try (Transcript _ = new Transcript();
                Machines machines = Machines.onLoopback(Machines.keys(folder))
                        .head("--no-warehouse")
                        .node("node", 1)) {
            long pid = machines.process("head").pid();
            Eventually.holds(
                    "it is listed",
                    Duration.ofSeconds(LONG_SECONDS),
                    () -> RunningClusters.own().all().stream().anyMatch(each -> each.pid() == pid));
            Eventually.holds(
                    "its node is shown",
                    Duration.ofSeconds(LONG_SECONDS),
                    () -> said("status", "--cluster", "head-" + pid).output().contains("node:0"));
        }
    }

    /** With a folder of its own, so that others of this machine are not seen. */
    @Test
    void shouldSayWhatToDoWhereNothingRuns_S8_1() throws Exception {
        try (RunningProgram status = RunningProgram.startWith(
                System.getProperty("java.class.path"),
                List.of("env", "MOSAIC_HOME=" + folder),
                CliMain.class,
                JVM,
                "status")) {
            assertThat(status.awaitEnd(LONG_SECONDS)).isOne();
            assertThat(status.output()).contains("no cluster of this user runs on this machine", "--join ADDRESS");
        }
    }

    @Test
    void shouldTellOfAPathThatIsNone_S8_1() throws Exception {
        try (Transcript _ = new Transcript();
                Mosaic _ = Mosaic.start(options -> options.workers(1).inProcess())) {
            Eventually.holds("it is listed", () -> !ofThisProcess().isEmpty());
            AskedCluster asked = CommandLine.populateCommand(
                    new AskedCluster(), "--cluster", ofThisProcess().getFirst().name());

            assertThatThrownBy(() -> asked.get("/v1/nothing", Map.class))
                    .isInstanceOf(StartException.class)
                    .hasMessageContaining("status=404");
            assertThatThrownBy(() -> asked.get("/v1/announced", Map.class)).hasMessageContaining("status=405");
            assertThatThrownBy(() -> asked.get("/v1/cluster?watch=true", Map.class))
                    .hasMessageContaining("is a stream");
            assertThat(asked.get("/v1/cluster", ClusterPage.class).nodes()).hasSize(1);
        }
    }

    @Test
    void shouldSayWhatCanBeListed() {
        assertThat(said("list").errors()).contains("Say what to list: clusters, units");
        assertThat(ListCommand.age(Duration.ofSeconds(59))).isEqualTo("59s");
        assertThat(ListCommand.age(Duration.ofSeconds(250))).isEqualTo("4m10s");
        assertThat(ListCommand.age(Duration.ofHours(51))).isEqualTo("2d3h");
    }
}
