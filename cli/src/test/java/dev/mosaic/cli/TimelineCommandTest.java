package dev.mosaic.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.mosaic.Mosaic;
import dev.mosaic.Remote;
import dev.mosaic.Task;
import dev.mosaic.headapi.TasksPage;
import dev.mosaic.local.RunningClusters;
import dev.mosaic.node.Transcript;
import dev.mosaic.testing.Eventually;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import program.Tally;

/** {@code mosaic timeline}. S8.1. */
class TimelineCommandTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    @TempDir
    Path folder;

    private static List<JsonNode> slices(JsonNode trace) {
        return StreamSupport.stream(trace.get("traceEvents").spliterator(), false)
                .filter(event -> event.get("ph").asText().equals("X"))
                .toList();
    }

    private static TasksPage.TaskState task(String id, String start, double seconds) {
        return new TasksPage.TaskState(
                id, "Solver.solve", "DONE", "worker:0:0", "", "head:0", 0, start, start, start, seconds, "", "", "");
    }

    @Test
    void shouldGiveCallsThatRanAtOnceRowsOfTheirOwn_S8_1() throws IOException {
        StringWriter text = new StringWriter();
        try (Timeline timeline = new Timeline(text)) {
            timeline.unit(
                    "worker:0:0",
                    List.of(
                            task("c", "2026-11-27T18:00:00.000007Z", 0.000_001),
                            task("a", "2026-11-27T18:00:00.000001Z", 0.000_005),
                            task("b", "2026-11-27T18:00:00.000003Z", 0.000_004),
                            new TasksPage.TaskState(
                                    "d",
                                    "x",
                                    "QUEUED",
                                    "worker:0:0",
                                    "",
                                    "",
                                    0,
                                    "2026-11-27T18:00:00Z",
                                    "",
                                    "",
                                    0,
                                    "",
                                    "",
                                    "")));
            assertThat(timeline.calls()).isEqualTo(3);
        }
        JsonNode trace = MAPPER.readTree(text.toString());

        assertThat(slices(trace))
                .extracting(slice -> slice.get("args").get("task").asText() + slice.get("tid") + " " + slice.get("dur"))
                .containsExactly("a1 5", "b2 4", "c1 1");
        assertThat(slices(trace).getFirst().get("ts").asLong()).isEqualTo(1_795_802_400_000_001L);
        assertThat(trace.get("traceEvents").get(0).toString())
                .isEqualTo(
                        "{\"name\":\"process_name\",\"ph\":\"M\",\"pid\":1,\"tid\":0,\"args\":{\"name\":\"worker:0:0\"}}");
    }

    /** More than a page. */
    @Test
    void shouldWriteAllCallsThatAreRemembered_S8_1() throws Exception {
        int calls = 25_000;
        Path file = folder.resolve("trace.json.gz");
        try (Transcript _ = new Transcript();
                Mosaic mosaic = Mosaic.start(options -> options.workers(1).inProcess())) {
            Eventually.holds(
                    "it is listed",
                    () -> RunningClusters.own().all().stream()
                            .anyMatch(each ->
                                    each.pid() == ProcessHandle.current().pid()));
            String name = RunningClusters.own().all().stream()
                    .filter(each -> each.pid() == ProcessHandle.current().pid())
                    .findFirst()
                    .orElseThrow()
                    .name();
            Remote<Tally> tally = mosaic.remote(Tally::new, 0);
            List<Task<Integer>> tasks = IntStream.range(0, calls)
                    .mapToObj(i -> tally.call(Tally::add))
                    .toList();
            mosaic.gather(tasks);
            Said said = Said.by("timeline", "--cluster", name, "-f", file.toString());

            assertThat(said.errors()).isEmpty();
            assertThat(said.output()).isEqualTo((calls + 1) + " calls of 1 workers are in " + file + "\n");
            assertThat(Said.by(
                                    "timeline",
                                    "--cluster",
                                    name,
                                    "--last",
                                    "0",
                                    "-f",
                                    folder.resolve("x.json").toString())
                            .output())
                    .startsWith("0 calls of 1 workers");
        }
        JsonNode trace = MAPPER.readTree(new GZIPInputStream(Files.newInputStream(file)).readAllBytes());
        Map<Integer, Long> ends = new HashMap<>();
        List<String> overlapping = new ArrayList<>();
        for (JsonNode slice : slices(trace)) {
            long start = slice.get("ts").asLong();
            if (ends.getOrDefault(slice.get("tid").asInt(), 0L) > start) {
                overlapping.add(slice.toString());
            }
            ends.put(slice.get("tid").asInt(), start + slice.get("dur").asLong());
        }
        assertThat(overlapping).isEmpty();
        assertThat(slices(trace).stream()
                        .filter(slice -> slice.get("name").asText().equals("Tally.add")))
                .hasSize(calls);
    }
}
