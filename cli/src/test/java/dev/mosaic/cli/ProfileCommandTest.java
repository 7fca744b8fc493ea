package dev.mosaic.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.mosaic.Mosaic;
import dev.mosaic.Task;
import dev.mosaic.local.RunningClusters;
import dev.mosaic.node.Transcript;
import dev.mosaic.testing.Eventually;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** {@code mosaic profile} shows where the time of a worker goes. S8.1. */
class ProfileCommandTest {
    private static final int LONG_SECONDS = 60;

    @TempDir
    Path folder;

    private record Said(int status, String output, String errors) {}

    private static Said said(String... arguments) {
        StringWriter output = new StringWriter();
        StringWriter errors = new StringWriter();
        CommandLine mosaic = CliMain.commandLine(arguments)
                .setOut(new PrintWriter(output, true))
                .setErr(new PrintWriter(errors, true));
        return new Said(mosaic.execute(arguments), output.toString(), errors.toString());
    }

    private static String cluster() {
        long self = ProcessHandle.current().pid();
        Eventually.holds(
                "it is listed", () -> RunningClusters.own().all().stream().anyMatch(each -> each.pid() == self));
        return RunningClusters.own().all().stream()
                .filter(each -> each.pid() == self)
                .findFirst()
                .orElseThrow()
                .name();
    }

    /** Until that file is gone. */
    private static double burnsProcessor(String flag) {
        double sum = 0;
        while (Files.exists(Path.of(flag))) {
            sum += roots();
        }
        return sum;
    }

    private static double roots() {
        double sum = 0;
        for (int i = 0; i < 1_000_000; i++) {
            sum += Math.sqrt(i);
        }
        return sum;
    }

    @Test
    void shouldDrawWhereTheTimeOfAWorkerGoes_S8_1() throws Exception {
        String flag = Files.createFile(folder.resolve("flag")).toString();
        Path page = folder.resolve("flame.html");
        Path text = folder.resolve("stacks.txt");
        try (Transcript _ = new Transcript();
                Mosaic mosaic = Mosaic.start(2)) {
            String name = cluster();
            Task<Double> task = mosaic.submit(() -> burnsProcessor(flag));
            Eventually.holds(
                    "it runs",
                    Duration.ofSeconds(LONG_SECONDS),
                    () -> running(name).startsWith("worker:"));
            String worker = running(name);
            try {
                Said drawn = said("profile", worker, "--cluster", name, "--seconds", "2", "-f", page.toString());
                assertThat(drawn.errors()).isEqualTo("Profiles " + worker + " for 2 s.\n");
                assertThat(drawn.output()).matches(page + " has [1-9][0-9]* samples in [1-9][0-9]* stacks\\n");
                assertThat(page)
                        .content()
                        .startsWith("<!DOCTYPE html>")
                        .contains("<h1>" + worker + ", cpu, 2 s</h1>", "burnsProcessor");

                said("profile", worker, "--cluster", name, "--seconds", "1", "-f", text.toString());
                assertThat(Files.readAllLines(text))
                        .allSatisfy(line -> assertThat(line).matches("\\S+ [0-9]+"))
                        .anySatisfy(line -> assertThat(line)
                                .contains("ProfileCommandTest.burnsProcessor")
                                .doesNotContain("Performer", "dev.mosaic.unit.shell.Lane"));
                assertThat(said("profile", worker, "--cluster", name, "--seconds", "1", "-o", "collapsed")
                                .output())
                        .contains("ProfileCommandTest.burnsProcessor");

                String other = worker.equals("worker:0:0") ? "worker:0:1" : "worker:0:0";
                assertThat(said("profile", other, "--cluster", name, "--seconds", "1", "-o", "collapsed"))
                        .returns(1, Said::status)
                        .returns("", Said::output)
                        .extracting(Said::errors)
                        .asString()
                        .contains("nothing was seen that runs in unit=" + other);

                List<Said> both = bothAtOnce("profile", worker, "--cluster", name, "--seconds", "2", "-o", "collapsed");
                assertThat(both).map(Said::status).containsExactlyInAnyOrder(0, 1);
                assertThat(both)
                        .map(each -> each.output() + each.errors())
                        .anySatisfy(each -> assertThat(each).contains("burnsProcessor"))
                        .anySatisfy(
                                each -> assertThat(each).contains("another profile of this process is being taken"));
            } finally {
                Files.delete(Path.of(flag));
            }
            assertThat(task.result()).isPositive();
        }
    }

    private static List<Said> bothAtOnce(String... arguments) throws InterruptedException {
        List<Said> both = new CopyOnWriteArrayList<>();
        List<Thread> threads = List.of(
                Thread.ofPlatform().start(() -> both.add(said(arguments))),
                Thread.ofPlatform().start(() -> both.add(said(arguments))));
        for (Thread each : threads) {
            each.join();
        }
        return both;
    }

    private static String running(String cluster) {
        String[] fields = said("list", "tasks", "--cluster", cluster, "--state", "running")
                .output()
                .split("\\s+", -1);
        for (String each : fields) {
            if (each.startsWith("worker:")) {
                return each;
            }
        }
        return "";
    }

    @Test
    void shouldSayWhatCannotBeProfiled_S8_1() throws Exception {
        try (Transcript _ = new Transcript();
                Mosaic _ = Mosaic.start(options -> options.workers(1).inProcess())) {
            String name = cluster();
            assertThat(said("profile", "node:0", "--cluster", name).errors()).contains("is no worker");
            assertThat(said("profile", "worker:9", "--cluster", name).errors()).contains("is not in this cluster");
            assertThat(said("profile", "worker:0:0", "--cluster", name, "--seconds", "61"))
                    .returns(2, Said::status)
                    .extracting(Said::errors)
                    .asString()
                    .contains("--seconds 61 is not from 1 to 60");
            AskedCluster asked = CommandLine.populateCommand(new AskedCluster(), "--cluster", name);
            for (String query : new String[] {"seconds=61", "event=lock"}) {
                assertThat(catchThrowable(() -> asked.text("/v1/units/worker:0:0/profile?" + query)))
                        .hasMessageContaining("status=400")
                        .hasMessageContaining(query);
            }
        }
    }

    /** Names come from classes of anybody. */
    @Test
    void shouldLeaveNamesInertInThePage_S8_1() {
        String page = FlamePage.of("<b>", "a</script><script>alert(1)</script>.b;it's\\.c 1\n");
        assertThat(page).contains("<h1>&lt;b></h1>").contains("it\\'s\\\\.c");
        assertThat(page.split("</?script>", -1))
                .as("as many scripts as there are without such names")
                .hasSameSizeAs(FlamePage.of("b", "a.b;its.c 1\n").split("</?script>", -1));
        assertThat(FlamePage.of("", "[deeper];A.a;byte[] 7\n"))
                .as("Java is green, others are not: a key is the number of the name, eightfold, and the colour")
                .contains("'all',\n' A.a',\n' [deeper]',\n' byte[]'\n")
                .contains("n(3,7)\nu(19)\nu(9)\nu(25)\n");
    }
}
