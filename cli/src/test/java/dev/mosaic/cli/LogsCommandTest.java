package dev.mosaic.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.CallContext;
import dev.mosaic.Mosaic;
import dev.mosaic.Remote;
import dev.mosaic.Task;
import dev.mosaic.local.RunningClusters;
import dev.mosaic.node.Transcript;
import dev.mosaic.testing.Eventually;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import program.Talker;

/** {@code mosaic logs} shows what calls print. S8.1. */
class LogsCommandTest {
    private static final String TIME = "[0-2][0-9]:[0-5][0-9]:[0-5][0-9]\\.[0-9]{3}";

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

    private static String output(String... arguments) {
        Said said = Said.by(arguments);
        assertThat(said.errors()).isEmpty();
        return said.output();
    }

    /** In parts, to both streams, by another thread, and by a value that prints when it is asked for its text. */
    private static String prints() throws InterruptedException {
        System.out.print("in ");
        System.err.println("an error");
        System.out.println("two parts");
        Thread thread = Thread.ofPlatform().start(() -> System.out.println("of no call"));
        thread.join();
        System.out.println(new Object() {
            @Override
            public String toString() {
                System.out.println("inner");
                return "outer";
            }
        });
        System.out.print("without an end");
        return CallContext.current().task();
    }

    private static String printsLines(int lines) {
        String task = CallContext.current().task();
        IntStream.range(0, lines).forEach(i -> System.out.println(task + " line " + i));
        return task;
    }

    private static void showsLinesOfATask(String name, Mosaic mosaic) {
        String task = mosaic.submit(LogsCommandTest::prints).result();

        assertThat(output("logs", "--cluster", name, "--task", task).lines())
                .allSatisfy(line -> assertThat(line).matches(TIME + " worker:0:[01] (!| ) ?.*"))
                .map(line -> line.substring(23))
                .containsExactly(" ! an error", "  in two parts", "  inner", "  outer", "  without an end");
        assertThat(output("logs", "--cluster", name).lines())
                .allSatisfy(line -> assertThat(line).matches(TIME + " worker:0:[01] " + task + " (!| ) ?.*"));
        assertThat(output("logs", "--cluster", name, "--task", task, "--tail", "2")
                        .lines())
                .map(line -> line.substring(25))
                .containsExactly("outer", "without an end");
        assertThat(output("describe", task, "--cluster", name))
                .startsWith("task         " + task + "\n")
                .containsPattern("\nprinted last:\n" + TIME + " ! an error\n" + TIME + "  in two parts\n");
    }

    private static void showsLinesOfATessera(String name, Mosaic mosaic) {
        Remote<Talker> talker = mosaic.remote(Talker::new);
        String said = talker.call(Talker::say, "from a lane").result();
        String later = Task.flat(talker.call(Talker::sayLater, "from a strand")).result();
        mosaic.remote(Talker::new).call(Talker::say, "of another").result();
        String id = said.isEmpty() ? "" : talker.uid().replaceAll(".*-([0-9a-f]+-[0-9]+)$", "$1");

        assertThat(output("logs", "--cluster", name, "--tessera", id).lines())
                .hasSize(3)
                .anySatisfy(line -> assertThat(line).endsWith("  made"))
                .anySatisfy(line -> assertThat(line).endsWith(said + "  from a lane"))
                .anySatisfy(line -> assertThat(line).endsWith(later + "  from a strand, virtual"));
    }

    @Test
    void shouldShowWhatCallsPrintInWorkersOfThisProcess_S8_1() throws Exception {
        try (Transcript _ = new Transcript();
                Mosaic mosaic = Mosaic.start(options -> options.workers(2).inProcess())) {
            String name = cluster();
            showsLinesOfATask(name, mosaic);
            showsLinesOfATessera(name, mosaic);
        }
    }

    @Test
    void shouldShowWhatCallsPrintInProcesses_S8_1() throws Exception {
        try (Transcript _ = new Transcript();
                Mosaic mosaic = Mosaic.start(2)) {
            String name = cluster();
            showsLinesOfATask(name, mosaic);
            showsLinesOfATessera(name, mosaic);
        }
    }

    @Test
    void shouldKeepLinesApartThatManyCallsPrintAtOnce_S8_1() throws Exception {
        try (Transcript _ = new Transcript();
                Mosaic mosaic = Mosaic.start(options -> options.workers(2).inProcess())) {
            String name = cluster();
            List<Task<String>> tasks = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                tasks.add(mosaic.submit(() -> printsLines(300)));
            }
            for (String task : mosaic.gather(tasks)) {
                assertThat(output("logs", "--cluster", name, "--task", task).lines())
                        .map(line -> line.substring(25))
                        .containsExactlyElementsOf(IntStream.range(0, 300)
                                .mapToObj(i -> task + " line " + i)
                                .toList());
            }
            assertThat(output("logs", "--cluster", name)).hasLineCount(8 * 300);
        }
    }

    @Test
    void shouldSayHowManyLinesAreDisplaced_S8_1() throws Exception {
        try (Transcript _ = new Transcript();
                Mosaic mosaic = Mosaic.start(options -> options.workers(1).inProcess())) {
            String name = cluster();
            String task = mosaic.submit(() -> printsLines(10_007)).result();
            Said all = Said.by("logs", "worker:0:0", "--cluster", name, "--task", task);

            assertThat(all.errors()).isEqualTo("7 lines of worker:0:0 are displaced by later ones\n");
            assertThat(all.output().lines()).hasSize(10_000).first().asString().endsWith(task + " line 7");
        }
    }

    @Test
    void shouldFollow_S8_1() throws Exception {
        try (Transcript _ = new Transcript();
                Mosaic mosaic = Mosaic.start(options -> options.workers(2).inProcess())) {
            String name = cluster();
            Remote<Talker> talker = mosaic.remote(Talker::new);
            talker.call(Talker::say, "first").result();
            StringWriter output = new StringWriter();
            CommandLine logs = CliMain.commandLine("logs")
                    .setOut(new PrintWriter(output, true))
                    .setErr(new PrintWriter(new StringWriter(), true));
            Thread thread = Thread.ofPlatform().start(() -> logs.execute("logs", "-f", "--cluster", name));
            try {
                for (String words : List.of("first", "second", "third")) {
                    Eventually.holds(words, () -> output.toString().contains("  " + words + "\n"));
                    talker.call(Talker::say, words.equals("first") ? "second" : "third")
                            .result();
                }
            } finally {
                thread.interrupt();
                thread.join();
            }
            assertThat(output.toString().lines().filter(line -> line.endsWith("second")))
                    .hasSize(1);
        }
    }

    @Test
    void shouldSayWhatHasNoLines_S8_1() throws Exception {
        try (Transcript _ = new Transcript();
                Mosaic _ = Mosaic.start(options -> options.workers(1).inProcess())) {
            String name = cluster();
            assertThat(Said.by("logs", "--cluster", name)).isEqualTo(new Said(0, "", ""));
            assertThat(Said.by("logs", "node:0", "--cluster", name).errors()).contains("is no worker");
            assertThat(Said.by("logs", "worker:9", "--cluster", name).errors()).contains("is not in this cluster");
            assertThat(Said.by("logs", "--task", "1-1", "--cluster", name))
                    .returns(1, Said::status)
                    .extracting(Said::errors)
                    .asString()
                    .contains("task=1-1 is of no unit");
            assertThat(Said.by("logs", "worker:0:0", "--task", "x", "--cluster", name)
                            .errors())
                    .contains("status=400");
        }
    }
}
