package dev.mosaic.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mosaic.ArgumentFailedException;
import dev.mosaic.Mosaic;
import dev.mosaic.Task;
import dev.mosaic.WorkerLostException;
import dev.mosaic.headapi.LoadPage;
import dev.mosaic.headapi.StatusPage;
import dev.mosaic.headapi.TasksPage;
import dev.mosaic.node.Transcript;
import dev.mosaic.testing.Eventually;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The figures of one run with failures, a loss and a queue are the same wherever they are shown. S8.1. */
class FiguresTest {
    private static final Duration LONG = Duration.ofMinutes(1);

    @TempDir
    private Path folder;

    private static int half(int number) {
        if (number % 2 == 1) {
            throw new IllegalArgumentException(number + " is odd");
        }
        return number / 2;
    }

    private static int same(int number) {
        return number;
    }

    private static boolean waited(int seconds) throws InterruptedException {
        return new CountDownLatch(1).await(seconds, TimeUnit.SECONDS);
    }

    private static int end(int code) {
        Runtime.getRuntime().halt(code);
        return code;
    }

    @Test
    void shouldShowTheSameFiguresInEachPlace_S8_1() throws Exception {
        try (Transcript _ = new Transcript();
                Mosaic mosaic = Mosaic.start(options -> options.workers(2))) {
            Eventually.holds(
                    "it is listed",
                    () -> ListTesseraeCommandTest.ofThisProcess().isPresent());
            String name = ListTesseraeCommandTest.ofThisProcess().orElseThrow();
            AskedCluster asked = picocli.CommandLine.populateCommand(new AskedCluster(), "--cluster", name);
            failures(mosaic);

            Eventually.holds(
                    "the loss is known",
                    () -> sum(asked.get("/v1/load", LoadPage.class), LoadPage.MethodLoad::failed) >= 3 + 10 + 1);
            LoadPage load = asked.get("/v1/load", LoadPage.class);
            assertThat(sum(load, LoadPage.MethodLoad::failed))
                    .as("3 calls, 10 items, 1 with its worker")
                    .isEqualTo(14);
            assertThat(sum(load, LoadPage.MethodLoad::upstreamFailed)).isEqualTo(6);
            samePages(asked, load);
            sameTexts(name, asked, load);
            sameMetrics(asked, load);
            sameQueue(mosaic, asked);
        }
    }

    /** 3 calls that fail, 6 that do not run for it, 10 items of 20, 8 calls that are done, 1 that ends its worker. */
    private static void failures(Mosaic mosaic) {
        Task<Integer> lost = mosaic.withCallOptions(o -> o.maxRetries(0)).submit(FiguresTest::end, 3);
        assertThatThrownBy(() -> lost.result(LONG)).isInstanceOf(WorkerLostException.class);
        List<Task<Integer>> done = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            done.add(mosaic.submit(FiguresTest::same, i));
        }
        done.forEach(each -> each.result(LONG));
        for (int i = 0; i < 3; i++) {
            Task<Integer> failed = mosaic.submit(FiguresTest::half, 2 * i + 1);
            Task<Integer> dependent = mosaic.submit(FiguresTest::same, failed);
            Task<Integer> behind = mosaic.submit(FiguresTest::same, dependent);
            assertThatThrownBy(() -> failed.result(LONG)).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> behind.result(LONG)).isInstanceOf(ArgumentFailedException.class);
        }
        mosaic.map(IntStream.range(0, 20).boxed().toList(), FiguresTest::half).forEach(each -> {
            try {
                each.result(LONG);
            } catch (IllegalArgumentException odd) {
                assertThat(odd).hasMessageContaining("is odd");
            }
        });
    }

    private static long sum(LoadPage load, ToLongFunction<LoadPage.MethodLoad> of) {
        return load.methods().stream().mapToLong(of).sum();
    }

    private static void samePages(AskedCluster asked, LoadPage load) {
        TasksPage all = asked.get("/v1/tasks?limit=0", TasksPage.class);
        assertThat(all.failed()).isEqualTo(sum(load, LoadPage.MethodLoad::failed));
        assertThat(all.upstreamFailed()).isEqualTo(sum(load, LoadPage.MethodLoad::upstreamFailed));
        assertThat(all.ended()).isEqualTo(sum(load, LoadPage.MethodLoad::ended));
        assertThat(all.displaced()).isZero();
        for (String state : List.of("failed", "upstream_failed", "done", "cancelled")) {
            assertThat(asked.get("/v1/tasks?limit=0&state=" + state, TasksPage.class)
                            .matched())
                    .as(state)
                    .isEqualTo(sum(load, each -> switch (state) {
                        case "failed" -> each.failed();
                        case "upstream_failed" -> each.upstreamFailed();
                        case "done" -> each.done();
                        default -> each.cancelled();
                    }));
        }
        for (LoadPage.MethodLoad each : load.methods()) {
            assertThat(List.of(each.p50Seconds(), each.p95Seconds(), each.p99Seconds(), each.mostSeconds()))
                    .as(each.name())
                    .isSorted();
            assertThat(each.meanSeconds()).as(each.name()).isLessThanOrEqualTo(each.mostSeconds());
        }
    }

    private void sameTexts(String name, AskedCluster asked, LoadPage load) throws Exception {
        Path file = folder.resolve("report.html");
        Said.by("report", "--cluster", name, "-f", file.toString());
        assertThat(Files.readString(file))
                .contains(sum(load, LoadPage.MethodLoad::ended) + " calls have ended, 14 failed, 6 did not run");
        String top = TopCommand.text(load, asked.get("/v1/load", LoadPage.class));
        for (LoadPage.MethodLoad each : load.methods()) {
            assertThat(top)
                    .containsPattern("\n" + Pattern.quote(each.name()) + " +0 +0 +\\S+ +" + each.ended() + " +"
                            + each.failed() + " +" + each.upstreamFailed() + " ");
        }
        assertThat(Said.by("list", "tasks", "--state", "failed", "--cluster", name)
                        .output())
                .hasLineCount(1 + 14);
        assertThat(Said.by("list", "tasks", "--state", "upstream_failed", "--cluster", name)
                        .output())
                .hasLineCount(1 + 6)
                .contains("; because: ");
    }

    private static void sameMetrics(AskedCluster asked, LoadPage load) {
        String metrics = asked.text("/metrics");
        assertThat(counted(metrics, "failed")).isEqualTo(sum(load, LoadPage.MethodLoad::failed));
        assertThat(counted(metrics, "upstream_failed")).isEqualTo(sum(load, LoadPage.MethodLoad::upstreamFailed));
        assertThat(counted(metrics, "done")).isEqualTo(sum(load, LoadPage.MethodLoad::done));
    }

    private static long counted(String metrics, String outcome) {
        return Pattern.compile("mosaic_calls_total\\{.*outcome=\"" + outcome + "\"} (\\d+)")
                .matcher(metrics)
                .results()
                .collect(Collectors.summingLong(each -> Long.parseLong(each.group(1))));
    }

    /** Those that wait are as many in the list as in the demand, and the oldest has waited no longer than there are any. */
    private static void sameQueue(Mosaic mosaic, AskedCluster asked) {
        long begun = System.nanoTime();
        List<Task<Boolean>> slow = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            slow.add(mosaic.submit(FiguresTest::waited, 60));
        }
        Eventually.holds("those that wait are told", () -> {
            List<StatusPage.Waiting> demand =
                    asked.get("/v1/status", StatusPage.class).demand();
            long waiting =
                    asked.get("/v1/tasks?limit=0&state=queued", TasksPage.class).matched()
                            + asked.get("/v1/tasks?limit=0&state=pending", TasksPage.class)
                                    .matched();
            return waiting == 10
                    && demand.stream().mapToInt(StatusPage.Waiting::count).sum() == 10
                    && demand.getFirst().waitingSeconds() > 1
                    && demand.getFirst().waitingSeconds() <= (System.nanoTime() - begun) / 1e9;
        });
        slow.forEach(Task::cancel);
    }
}
