package dev.mosaic.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.Mosaic;
import dev.mosaic.cli.CliMain;
import dev.mosaic.cli.Spoken;
import dev.mosaic.node.RunningProgram;
import dev.mosaic.testing.Eventually;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The verbs of the command line about a cluster of real pods. */
@Timeout(180)
class KubernetesVerbsTest {
    private static final int SECONDS = 50;

    @RegisterExtension
    final Kubeconfig kubeconfig = new Kubeconfig();

    @TempDir
    Path folder;

    private static Pods pods;

    @BeforeAll
    static void begin(@TempDir Path keys) throws IOException {
        pods = new Pods("verbs").keys(keys).head("demo-head-a").warehouse().worker("demo-workers-a");
        pods.awaitReady("demo-head-a").awaitSaid("demo-workers-a", " joined ");
    }

    @AfterAll
    static void end() {
        if (pods != null) {
            pods.close();
        }
    }

    @Test
    void shouldGiveAShellTheSettingsWithWhichProgramsRunThere() {
        Path keys = folder.resolve("keys of demo");
        String said = mosaic(0, "config", "--cluster", "demo", "-n", pods.namespace(), "--keys", keys.toString());

        String address = "kubernetes://" + pods.namespace() + "/demo";
        assertThat(said).isEqualTo("export MOSAIC_ADDRESS=" + address + "\nexport MOSAIC_KEYS='" + keys + "'\n");
        try (Mosaic mosaic = Mosaic.connect(address, options -> options.keys(keys))) {
            assertThat(mosaic.submit(() -> 42).result()).isEqualTo(42);
        }
    }

    @Test
    void shouldGiveTheAddressForPods() {
        assertThat(mosaic(
                        0,
                        "config",
                        "--cluster=demo",
                        "--namespace=" + pods.namespace(),
                        "--inside",
                        "--keys=" + folder))
                .startsWith("export MOSAIC_ADDRESS=tcp://demo-head." + pods.namespace() + ".svc:7600\n");
    }

    @Test
    void shouldShowTheUnitsOfTheCluster() {
        assertThat(mosaic(0, "status", "--cluster", "demo", "-n", pods.namespace()))
                .contains("UNIT")
                .contains("\nnode:0 ")
                .contains("\nwarehouse:0 ");
        assertThat(mosaic(0, "status", "--cluster", "demo", "-n", pods.namespace(), "--json"))
                .startsWith("{\"units\":[{\"uid\":\"")
                .contains("\"uid\":\"node:0\"");
    }

    @Test
    void shouldPrintTheLogsOfAllPods() {
        assertThat(mosaic(0, "pod-logs", "--cluster", "demo", "-n", pods.namespace()))
                .contains("[demo-head-a] Listening at ")
                .contains("[demo-warehouse-0] WAREHOUSE:0 at ")
                .contains("[demo-workers-a] NODE:0 joined ");
    }

    @Test
    void shouldPrintTheLogOfTheUnitThatIsNamed() {
        assertThat(logs("warehouse:0")).contains("WAREHOUSE:0 at ").doesNotContain("[demo-");
        assertThat(logs("node:0")).contains("NODE:0 joined ");
        assertThat(logs("worker:0:1")).contains("NODE:0 joined ");
        assertThat(logs("head")).contains("Listening at ").doesNotContain("NODE:0");
        assertThat(logs("demo-workers-a")).contains("NODE:0 joined ");
    }

    private static String logs(String unit) {
        return mosaic(0, "pod-logs", unit, "--cluster", "demo", "-n", pods.namespace());
    }

    @Test
    void shouldNameTheUnitsThatAreThere() {
        assertThat(mosaic(1, "pod-logs", "node:7", "--cluster", "demo", "-n", pods.namespace()))
                .contains("unit=node:7 is not in " + pods.namespace() + "/demo")
                .contains("node:0");
        assertThat(mosaic(1, "pod-logs", "warehouse:3", "--cluster", "demo", "-n", pods.namespace()))
                .contains("demo-warehouse-0");
    }

    @Test
    void shouldFollowPodsThatCome() throws Exception {
        List<String> jvm = List.of("--sun-misc-unsafe-memory-access=allow", Kubeconfig.argument());
        try (RunningProgram logs = RunningProgram.start(
                CliMain.class, jvm, "pod-logs", "-f", "--cluster", "demo", "-n", pods.namespace())) {
            awaitSaid(logs, "[demo-head-a] Listening at ");
            pods.worker("demo-workers-b");
            awaitSaid(logs, "[demo-workers-b] NODE:1 joined ");
            pods.kill("demo-workers-b");
            awaitSaid(logs, "pod demo-workers-b has ended");
        }
    }

    private static void awaitSaid(RunningProgram program, String words) {
        Eventually.holds(
                "it prints " + words,
                Duration.ofSeconds(SECONDS),
                () -> program.output().contains(words));
    }

    @Test
    void shouldSayWhatIsWrongInOneLine() {
        for (String verb : List.of("config", "status", "pod-logs")) {
            assertThat(mosaic(1, verb, "--cluster", "elsewhere", "-n", pods.namespace()))
                    .startsWith("mosaic: there is no MosaicCluster elsewhere in namespace=" + pods.namespace())
                    .hasLineCount(1);
        }
    }

    private static String mosaic(int status, String... arguments) {
        Spoken spoken = Spoken.by(arguments);
        assertThat(spoken.status()).as(spoken.output()).isEqualTo(status);
        return spoken.output();
    }
}
