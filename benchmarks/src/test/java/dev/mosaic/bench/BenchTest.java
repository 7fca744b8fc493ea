package dev.mosaic.bench;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.mosaic.testing.LogGuard;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** {@code mosaic bench}: every workload runs, and its line is what the side-by-side comparison reads. */
@Tag("long")
@Tag("variants")
class BenchTest {
    private static final Pattern NUMBER = Pattern.compile("-?\\d+(\\.\\d+)?(E-?\\d+)?");
    private static final Pattern LINE =
            Pattern.compile("\\{\"peer\": \"mosaic\", \"workload\": \"(?<workload>[a-z0-9_]+)\", "
                    + "\"value\": (?<value>" + NUMBER + "), \"unit\": \"(?<unit>[^\"]+)\", \"reps\": (?<reps>\\d+), "
                    + "\"better\": \"(?<better>higher|lower)\", \"samples\": \\[(?<samples>[^]]+)], \"round\": (?<round>\\d+), "
                    + "\"version\": \"test\", \"load1\": " + NUMBER
                    + "(, \"\\w+\": (\"[^\"]*\"|\\[[^]]*]|" + NUMBER + "))*\\}");

    /** As the table of the peers has them. */
    private static final Map<String, String> UNITS = Map.ofEntries(
            entry("actor_call_sync", "calls/s higher"),
            entry("actor_call_async", "calls/s higher"),
            entry("actor_fanout_async_2", "calls/s higher"),
            entry("actor_fanout_async_8", "calls/s higher"),
            entry("actor_nn_async_2x2", "calls/s higher"),
            entry("task_sync", "tasks/s higher"),
            entry("task_async", "tasks/s higher"),
            entry("task_async_batched", "tasks/s higher"),
            entry("put_small_1kb", "calls/s higher"),
            entry("get_small_1kb", "calls/s higher"),
            entry("put_100mb", "GB/s higher"),
            entry("get_100mb", "GB/s higher"),
            entry("get_100mb_latency", "ms lower"),
            entry("get_cached_100mb_latency", "ms lower"),
            entry("put_1gb", "GB/s higher"),
            entry("get_1gb", "GB/s higher"),
            entry("get_1gb_latency", "ms lower"),
            entry("get_cached_1gb_latency", "ms lower"),
            entry("broadcast_100mb_2", "ms lower"),
            entry("put_100mb_bytes", "GB/s higher"),
            entry("get_100mb_bytes", "GB/s higher"),
            entry("actor_arg_1mb", "MB/s higher"),
            entry("actor_arg_10mb", "MB/s higher"),
            entry("actor_result_1mb", "MB/s higher"),
            entry("actor_result_10mb", "MB/s higher"),
            entry("chain_1actor", "steps/s higher"),
            entry("chain_2actors", "steps/s higher"),
            entry("chain_2actors_1mb", "steps/s higher"),
            entry("param_server_sharded", "s lower"),
            entry("mapreduce_map_100", "ms lower"),
            entry("mapreduce_reduce_chain_100", "ms lower"),
            entry("mapreduce_reduce_tree_100", "ms lower"),
            entry("counters_create_call_4", "ms lower"),
            entry("grad_batch_makespan", "s lower"),
            entry("grad_batch_efficiency", "% higher"),
            entry("startup_first_result", "s lower"),
            entry("idle_rss", "MB lower"),
            entry("idle_pss", "MB lower"),
            entry("failure_nokill", "s lower"),
            entry("failure_kill", "s lower"),
            entry("failure_overhead", "s lower"),
            entry("failure_lost", "results lower"));

    @RegisterExtension
    final LogGuard log = new LogGuard();

    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

    @Test
    void shouldPrintALineForEachWorkload() {
        assertThat(bench(Choice.ALL).run()).as("nothing failed").isTrue();
        log.expect(1, "SIGKILL");
        Map<String, MatchResult> lines = lines();
        assertThat(lines.keySet()).isEqualTo(UNITS.keySet());
        lines.forEach((workload, line) -> {
            assertThat(line.group("unit") + " " + line.group("better"))
                    .as(workload)
                    .isEqualTo(UNITS.get(workload));
            assertThat(line.group("round")).isEqualTo("7");
            List<Double> samples = samples(line);
            assertThat(samples).as(workload).hasSize(Integer.parseInt(line.group("reps")));
            assertThat(Results.median(samples))
                    .as(workload)
                    .isCloseTo(Double.parseDouble(line.group("value")), within(1e-6));
        });
        assertThat(samples(lines.get("failure_lost"))).as("no result is lost").containsOnly(0.0);
        assertThat(samples(lines.get("actor_call_sync"))).allMatch(rate -> rate > 0);
    }

    @Test
    void shouldRunOnlyWhatIsWanted() {
        assertThat(bench(new Choice(List.of("counters", "actor_call"), List.of("actor_call_s")))
                        .run())
                .isTrue();
        assertThat(lines().keySet()).containsExactlyInAnyOrder("counters_create_call_4", "actor_call_async");
    }

    @Test
    void shouldPrintALineForWhatFailed() {
        Family failing = new Family() {
            @Override
            public List<Workload> workloads() {
                return List.of(Workload.IDLE_PSS);
            }

            @Override
            public void run(Session session) {
                throw new IllegalStateException("a \"text\"\nof two lines");
            }
        };
        assertThat(bench(Choice.ALL).run(List.of(failing)))
                .as("something failed")
                .isFalse();
        assertThat(text())
                .startsWith(
                        "{\"peer\": \"mosaic\", \"workload\": \"idle_pss\", \"value\": null, \"unit\": null, \"reps\": 0, "
                                + "\"error\": \"java.lang.IllegalStateException: a \\\"text\\\"\\u000aof two lines\", \"round\": 7");
    }

    private Bench bench(Choice choice) {
        return new Bench(choice, Sizes.QUICK, 7, "test", new PrintStream(printed, true, StandardCharsets.UTF_8));
    }

    private String text() {
        return printed.toString(StandardCharsets.UTF_8);
    }

    private Map<String, MatchResult> lines() {
        return text().lines()
                .map(BenchTest::line)
                .collect(Collectors.toMap(line -> line.group("workload"), line -> line));
    }

    private static MatchResult line(String text) {
        Matcher matcher = LINE.matcher(text);
        assertThat(matcher.matches()).as(text).isTrue();
        return matcher.toMatchResult();
    }

    private static List<Double> samples(MatchResult line) {
        return Arrays.stream(line.group("samples").split(", ", -1))
                .map(Double::valueOf)
                .toList();
    }
}
