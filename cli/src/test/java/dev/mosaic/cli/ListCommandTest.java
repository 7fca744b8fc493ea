package dev.mosaic.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mosaic.ArgumentFailedException;
import dev.mosaic.Mosaic;
import dev.mosaic.Remote;
import dev.mosaic.StartException;
import dev.mosaic.Task;
import dev.mosaic.headapi.ClusterPage;
import dev.mosaic.headapi.StatusPage;
import dev.mosaic.headapi.TasksPage;
import dev.mosaic.http.Json;
import dev.mosaic.local.RunningCluster;
import dev.mosaic.local.RunningClusters;
import dev.mosaic.node.Machines;
import dev.mosaic.node.RunningProgram;
import dev.mosaic.node.Transcript;
import dev.mosaic.testing.Eventually;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import program.Tally;

/** {@code mosaic list} and {@code mosaic status} find clusters on this machine by themselves. S8.1. */
class ListCommandTest {
    private static final List<String> JVM = List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");
    private static final int LONG_SECONDS = 60;

    @TempDir
    Path folder;

    private static List<RunningCluster> ofThisProcess() {
        long self = ProcessHandle.current().pid();
        return RunningClusters.own().all().stream()
                .filter(each -> each.pid() == self)
                .toList();
    }

    private static Said said(String... arguments) {
        return Said.by(arguments);
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

    /** One that never ends, one that waits behind it, one that failed, and many that are done. */
    @Test
    void shouldListTasksByStateAndDescribeOne_S8_1() throws Exception {
        try (Transcript _ = new Transcript();
                Mosaic mosaic =
                        Mosaic.start(options -> options.workers(1).cpus(1).inProcess())) {
            Eventually.holds("it is listed", () -> !ofThisProcess().isEmpty());
            String name = ofThisProcess().getFirst().name();
            Remote<Tally> tally = mosaic.remote(Tally::new, 0);
            for (int i = 0; i < 30; i++) {
                tally.call(Tally::add).result();
            }
            Task<Integer> bad = mosaic.submit(() -> Integer.parseInt("no number"));
            assertThatThrownBy(bad::result).isInstanceOf(NumberFormatException.class);
            Remote<Tally> first = mosaic.withOptions(o -> o.cpus(1)).remote(Tally::new, 0);
            assertThat(first.call(Tally::total).result()).isZero();
            Remote<Tally> second = mosaic.withOptions(o -> o.cpus(1)).remote(Tally::new, 0);
            Task<Integer> placeless = second.call(Tally::add);
            Task<Integer> endless = mosaic.submit(ListCommandTest::untilReleased);
            Task<Integer> waiting = mosaic.submit(() -> 2);
            Task<Integer> never = mosaic.submit(x -> x + 1, bad);
            assertThatThrownBy(never::result).isInstanceOf(ArgumentFailedException.class);
            Task<Integer> later = mosaic.submit(x -> x + 1, endless);
            try {
                Eventually.holds(
                        "it runs",
                        () -> said("list", "tasks", "--cluster", name, "--state", "running", "-o", "name")
                                .output()
                                .equals(id(endless) + "\n"));
                Eventually.holds(
                        "others wait behind it",
                        () -> said("list", "tasks", "--cluster", name, "--state", "queued", "-o", "name")
                                .output()
                                .lines()
                                .collect(Collectors.toSet())
                                .equals(Set.of(id(waiting), id(later))));
                Said failed = said("list", "tasks", "--cluster", name, "--state", "FAILED");
                assertThat(failed.output().lines()).hasSize(2);
                assertThat(said("list", "tasks", "--cluster", name, "--state", "failed", "-o", "name")
                                .output())
                        .isEqualTo(id(bad) + "\n");
                assertThat(said("list", "tasks", "--cluster", name, "--state", "upstream_failed", "-o", "name")
                                .output())
                        .isEqualTo(id(never) + "\n");
                assertThat(said("describe", never.uid(), "--cluster", name).output())
                        .contains("argument task=" + id(bad), "no number");
                assertThat(said("list", "tasks", "--cluster", name, "--state", "pending")
                                .output())
                        .contains(id(placeless), "Tally.add", "needs 1 cpu");
                assertThat(failed.output())
                        .contains(id(bad), "ListCommandTest", "worker:0:0", "For input string: \"no number\"");
                Said done = said("list", "tasks", "--cluster", name, "--name", "Tally", "--limit", "10");
                assertThat(done.output().lines()).hasSize(11);
                assertThat(done.errors()).containsPattern("10 of 3\\d are shown");
                assertThat(said("describe", bad.uid(), "--cluster", name).output())
                        .contains("FAILED", "NumberFormatException", "worker:0:0", "head:0")
                        .containsPattern("queued at +2");
                TasksPage page = Json.read(
                        "{\"tasks\":"
                                + said("list", "tasks", "--cluster", name, "-o", "json", "--state", "running")
                                        .output()
                                + "}",
                        TasksPage.class);
                assertThat(page.tasks()).singleElement().satisfies(task -> {
                    assertThat(task.state()).isEqualTo("RUNNING");
                    assertThat(task.caller()).isEqualTo("head:0");
                    assertThat(task.seconds()).isPositive();
                });
                assertThat(said("why", waiting.uid(), "--cluster", name).output())
                        .contains(id(waiting) + " (task) is in worker:0:0 and waits for its turn; 1 call runs there")
                        .contains(id(endless) + " (ListCommandTest.untilReleased) runs in worker:0:0 for ")
                        .endsWith("mosaic stack worker:0:0 shows where its code is\n");
                assertThat(said("why", id(later), "--cluster", name).output().lines())
                        .first(InstanceOfAssertFactories.STRING)
                        .endsWith("is in worker:0:0 and waits for task=" + id(endless));
                assertThat(said("why", id(placeless), "--cluster", name).output())
                        .contains("is with its caller head:0 and waits for ", "needs 1 cpu")
                        .hasLineCount(1);
                assertThat(said("why", id(bad), "--cluster", name).output()).contains("has failed: java.lang");
                assertThat(said("why", "1-2", "--cluster", name).output()).contains("1-2 is not known");
                assertThat(said("stack", "--cluster", name).output())
                        .startsWith("worker:0:0:\n\"mosaic-worker:0:0-lane-")
                        .contains("ListCommandTest.untilReleased(ListCommandTest.java:")
                        .doesNotContain("Performer");
                assertThat(said("stack", "node:0", "--cluster", name).errors()).contains("is no worker");
                assertThat(said("stack", "worker:9", "--cluster", name).errors())
                        .contains("is not in this cluster");
                assertThat(said("describe", "task-x-1-2", "--cluster", name))
                        .returns(1, Said::status)
                        .extracting(Said::errors)
                        .asString()
                        .contains("is a task or a tessera of no unit");
                assertThat(said("list", "tasks", "--cluster", name, "--state", "lost")
                                .errors())
                        .contains("status=400");
            } finally {
                ENDLESS.countDown();
            }
            assertThat(mosaic.gather(List.of(endless, waiting))).containsExactly(1, 2);
            first.drop();
            assertThat(placeless.result()).isOne();
        }
    }

    /** Several items share a task, which ends well. */
    @Test
    void shouldListAnItemOfABatchThatFailed_S8_1() throws Exception {
        try (Transcript _ = new Transcript();
                Mosaic mosaic = Mosaic.start(options -> options.workers(2).inProcess())) {
            Eventually.holds("it is listed", () -> !ofThisProcess().isEmpty());
            List<String> items = IntStream.range(0, 1_000)
                    .mapToObj(i -> i == 700 ? "seven hundred" : Integer.toString(i))
                    .toList();
            List<Task<Integer>> tasks = mosaic.map(items, Integer::parseInt);
            assertThatThrownBy(() -> mosaic.gather(tasks)).isInstanceOf(NumberFormatException.class);

            assertThat(said(
                                    "list",
                                    "tasks",
                                    "--state",
                                    "failed",
                                    "--cluster",
                                    ofThisProcess().getFirst().name(),
                                    "-o",
                                    "json")
                            .output())
                    .containsOnlyOnce("\"input\":\"seven hundred\"")
                    .contains("\"Integer.parseInt\"", "NumberFormatException");
        }
    }

    private static final CountDownLatch ENDLESS = new CountDownLatch(1);

    private static int untilReleased() throws InterruptedException {
        ENDLESS.await();
        return 1;
    }

    private static String id(Task<?> task) {
        String[] parts = task.uid().split("-", -1);
        return parts[parts.length - 2] + "-" + parts[parts.length - 1];
    }

    /** As in a container: nothing can run here, and the name is that of a cluster on Kubernetes. */
    @Test
    void shouldLookOnKubernetesWhereTheUserHasNoFolder_S8_1() throws Exception {
        try (RunningProgram status = RunningProgram.startWith(
                System.getProperty("java.class.path"),
                List.of("env", "MOSAIC_HOME=/proc/none"),
                CliMain.class,
                JVM,
                "status",
                "--cluster",
                "brain")) {
            assertThat(status.awaitEnd(LONG_SECONDS)).isOne();
            assertThat(status.output())
                    .contains("cluster=brain does not run on this machine, and on Kubernetes: ", "kubernetes://brain")
                    .contains("mosaic list clusters");
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
        assertThat(said("list").errors()).contains("Say what to list: clusters, objects, tasks, tesserae, units");
        assertThat(ListCommand.age(Duration.ofSeconds(59))).isEqualTo("59s");
        assertThat(ListCommand.age(Duration.ofSeconds(250))).isEqualTo("4m10s");
        assertThat(ListCommand.age(Duration.ofHours(51))).isEqualTo("2d3h");
    }
}
