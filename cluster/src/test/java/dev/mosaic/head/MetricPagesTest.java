package dev.mosaic.head;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.inspect.LoadAnswer;
import dev.mosaic.inspect.MethodEntry;
import dev.mosaic.inspect.ProcessLoad;
import dev.mosaic.inspect.RunTimes;
import dev.mosaic.message.ClusterMessage;
import dev.mosaic.message.Demand;
import dev.mosaic.message.Member;
import dev.mosaic.message.Resources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What a head says to Prometheus, to the letter. */
class MetricPagesTest {
    private static final ProcessLoad OWN = new ProcessLoad(7, 4_000_000_000L, 1_250_000_000L, 100, 200, 300, 5, 0, 0);
    private static final Member PROGRAM = new Member("head:0", 1, Member.Kind.PROGRAM, "", "", 0);
    private static final Member NODE = new Member("node:0", 2, Member.Kind.NODE, "", "", 2);
    private static final Member TENTH = worker("worker:0:10", 3);
    private static final Member SECOND = worker("worker:0:2", 4);
    private static final Member SILENT = worker("worker:0:3", 5);

    private static Member worker(String uid, long instance) {
        return new Member(uid, instance, Member.Kind.WORKER, "", "node:0", 1, PROGRAM.instance());
    }

    private static ClusterMessage.UnitLoad load(Member unit, int tesserae) {
        return new ClusterMessage.UnitLoad(unit, tesserae, 0, 0, Resources.NONE);
    }

    @Test
    void shouldSayWhatUnitsAndTheMonitorKnow() {
        ClusterMessage.Surveyed survey = new ClusterMessage.Surveyed(
                0,
                List.of(load(PROGRAM, 9), load(NODE, 9), load(TENTH, 3), load(SECOND, 4), load(SILENT, 0)),
                List.of(
                        new Demand(Resources.NONE, 2, 1_500_000_000L, "no node"),
                        new Demand(Resources.NONE, 3, 250_000_000L, "no room")));
        Map<Member, LoadAnswer> answers = new LinkedHashMap<>();
        answers.put(
                TENTH,
                new LoadAnswer(
                        new ProcessLoad(9, 2_000_000_000L, 500_000_000L, 10, 20, 0, 4, 0, 0),
                        4_000_000_000L,
                        3_000_000_000L,
                        List.of(
                                new MethodEntry(
                                        "Solver.solve",
                                        1,
                                        2,
                                        30,
                                        4,
                                        3,
                                        5,
                                        6_500_000_000L,
                                        300_000_000L,
                                        70_000_000L,
                                        3_000_000_000L,
                                        new RunTimes(List.of(300L, 38L))),
                                MethodEntry.live("Lister", 0, 1, 0))));
        answers.put(
                SECOND,
                new LoadAnswer(
                        new ProcessLoad(8, 1_000_000_000L, 100, 11, 21, 31, 3, 0, 0),
                        0,
                        0,
                        List.of(new MethodEntry(
                                "Solver.solve", 2, 0, 1, 0, 0, 0, 1_000_000, 1_000_000, 0, 0, RunTimes.NONE))));
        UnitAnswers<LoadAnswer> told = new UnitAnswers<>(answers, Map.of(1L, "head:0"), List.of("worker:0:3"));

        assertThat(MetricPages.text(survey, told, OWN)).isEqualTo("""
                # HELP mosaic_units Units of the cluster, by kind; warehouse is also the store of a node or program.
                # TYPE mosaic_units gauge
                mosaic_units{kind="program"} 1
                mosaic_units{kind="gateway"} 0
                mosaic_units{kind="node"} 1
                mosaic_units{kind="worker"} 3
                mosaic_units{kind="warehouse"} 0
                # HELP mosaic_units_silent Programs and workers that did not answer in time: theirs is missing in this text.
                # TYPE mosaic_units_silent gauge
                mosaic_units_silent 1
                # HELP mosaic_tesserae Tesserae that live in workers.
                # TYPE mosaic_tesserae gauge
                mosaic_tesserae 7
                # HELP mosaic_waiting Tesserae, tasks and others that find no place now.
                # TYPE mosaic_waiting gauge
                mosaic_waiting 5
                # HELP mosaic_waiting_longest_seconds For how long the one has waited that waits longest for a place; 0 where none does.
                # TYPE mosaic_waiting_longest_seconds gauge
                mosaic_waiting_longest_seconds 1.5
                # HELP mosaic_process_cpu_seconds_total Processor time of a unit's process since it began. Units of one process show that process each.
                # TYPE mosaic_process_cpu_seconds_total counter
                mosaic_process_cpu_seconds_total{unit="monitor",kind="monitor",node=""} 1.25
                mosaic_process_cpu_seconds_total{unit="worker:0:2",kind="worker",node="node:0"} 1.0E-7
                mosaic_process_cpu_seconds_total{unit="worker:0:10",kind="worker",node="node:0"} 0.5
                # HELP mosaic_process_uptime_seconds Time since a unit's process began.
                # TYPE mosaic_process_uptime_seconds gauge
                mosaic_process_uptime_seconds{unit="monitor",kind="monitor",node=""} 4
                mosaic_process_uptime_seconds{unit="worker:0:2",kind="worker",node="node:0"} 1
                mosaic_process_uptime_seconds{unit="worker:0:10",kind="worker",node="node:0"} 2
                # HELP mosaic_process_heap_bytes Heap in use, garbage included.
                # TYPE mosaic_process_heap_bytes gauge
                mosaic_process_heap_bytes{unit="monitor",kind="monitor",node=""} 100
                mosaic_process_heap_bytes{unit="worker:0:2",kind="worker",node="node:0"} 11
                mosaic_process_heap_bytes{unit="worker:0:10",kind="worker",node="node:0"} 10
                # HELP mosaic_process_heap_limit_bytes The most that the heap may take.
                # TYPE mosaic_process_heap_limit_bytes gauge
                mosaic_process_heap_limit_bytes{unit="monitor",kind="monitor",node=""} 200
                mosaic_process_heap_limit_bytes{unit="worker:0:2",kind="worker",node="node:0"} 21
                mosaic_process_heap_limit_bytes{unit="worker:0:10",kind="worker",node="node:0"} 20
                # HELP mosaic_process_resident_bytes Resident memory, heap and shared pages included; 0 where the system does not say.
                # TYPE mosaic_process_resident_bytes gauge
                mosaic_process_resident_bytes{unit="monitor",kind="monitor",node=""} 300
                mosaic_process_resident_bytes{unit="worker:0:2",kind="worker",node="node:0"} 31
                mosaic_process_resident_bytes{unit="worker:0:10",kind="worker",node="node:0"} 0
                # HELP mosaic_process_threads Platform threads.
                # TYPE mosaic_process_threads gauge
                mosaic_process_threads{unit="monitor",kind="monitor",node=""} 5
                mosaic_process_threads{unit="worker:0:2",kind="worker",node="node:0"} 3
                mosaic_process_threads{unit="worker:0:10",kind="worker",node="node:0"} 4
                # HELP mosaic_calls_total Calls that ended in a unit since it began. A unit that takes the place of another begins at 0.
                # TYPE mosaic_calls_total counter
                mosaic_calls_total{unit="worker:0:2",method="Solver.solve",outcome="done"} 1
                mosaic_calls_total{unit="worker:0:10",method="Lister",outcome="done"} 0
                mosaic_calls_total{unit="worker:0:10",method="Solver.solve",outcome="done"} 30
                mosaic_calls_total{unit="worker:0:2",method="Solver.solve",outcome="failed"} 0
                mosaic_calls_total{unit="worker:0:10",method="Lister",outcome="failed"} 0
                mosaic_calls_total{unit="worker:0:10",method="Solver.solve",outcome="failed"} 4
                mosaic_calls_total{unit="worker:0:2",method="Solver.solve",outcome="upstream_failed"} 0
                mosaic_calls_total{unit="worker:0:10",method="Lister",outcome="upstream_failed"} 0
                mosaic_calls_total{unit="worker:0:10",method="Solver.solve",outcome="upstream_failed"} 3
                mosaic_calls_total{unit="worker:0:2",method="Solver.solve",outcome="cancelled"} 0
                mosaic_calls_total{unit="worker:0:10",method="Lister",outcome="cancelled"} 0
                mosaic_calls_total{unit="worker:0:10",method="Solver.solve",outcome="cancelled"} 5
                # HELP mosaic_call_run_seconds_total How long the calls ran that ended in a unit since it began.
                # TYPE mosaic_call_run_seconds_total counter
                mosaic_call_run_seconds_total{unit="worker:0:2",method="Solver.solve"} 0.001
                mosaic_call_run_seconds_total{unit="worker:0:10",method="Lister"} 0
                mosaic_call_run_seconds_total{unit="worker:0:10",method="Solver.solve"} 6.5
                # HELP mosaic_call_wait_seconds_total How long these calls waited in that unit before they ran.
                # TYPE mosaic_call_wait_seconds_total counter
                mosaic_call_wait_seconds_total{unit="worker:0:2",method="Solver.solve"} 0
                mosaic_call_wait_seconds_total{unit="worker:0:10",method="Lister"} 0
                mosaic_call_wait_seconds_total{unit="worker:0:10",method="Solver.solve"} 0.07
                # HELP mosaic_call_run_quantile_seconds How long that part of the calls ran at most that ended in units that live, since these began; within 4 %.
                # TYPE mosaic_call_run_quantile_seconds gauge
                mosaic_call_run_quantile_seconds{method="Lister",quantile="0.5"} 0
                mosaic_call_run_quantile_seconds{method="Lister",quantile="0.95"} 0
                mosaic_call_run_quantile_seconds{method="Lister",quantile="0.99"} 0
                mosaic_call_run_quantile_seconds{method="Solver.solve",quantile="0.5"} 0.239075328
                mosaic_call_run_quantile_seconds{method="Solver.solve",quantile="0.95"} 0.239075328
                mosaic_call_run_quantile_seconds{method="Solver.solve",quantile="0.99"} 0.239075328
                # HELP mosaic_live_calls Calls that run or are queued in units now.
                # TYPE mosaic_live_calls gauge
                mosaic_live_calls{method="Lister",state="running"} 0
                mosaic_live_calls{method="Lister",state="queued"} 1
                mosaic_live_calls{method="Solver.solve",state="running"} 3
                mosaic_live_calls{method="Solver.solve",state="queued"} 2
                # HELP mosaic_device_seconds_total Seconds of devices that a worker has had since it began: two devices for a minute are 120.
                # TYPE mosaic_device_seconds_total counter
                mosaic_device_seconds_total{unit="worker:0:10",program="head:0"} 4
                # HELP mosaic_device_busy_seconds_total Those of them in which a call ran, by its method; calls that run in a worker at a time have equal parts.
                # TYPE mosaic_device_busy_seconds_total counter
                mosaic_device_busy_seconds_total{unit="worker:0:10",program="head:0",method="Solver.solve"} 3
                """);
    }

    @Test
    void shouldSayWhatTheTableOfOperationsSays() throws IOException {
        String page = Files.readString(Path.of("../docs/operations.md"));
        String section = page.substring(page.indexOf("## Metrics of a cluster\n"), page.indexOf("## Remove\n"));
        Set<String> listed = section.lines()
                .filter(line -> line.startsWith("| `mosaic_"))
                .flatMap(line -> found("`(mosaic_[a-z_]+)`", line.split("\\|", -1)[1]))
                .collect(Collectors.toSet());
        UnitAnswers<LoadAnswer> nobody = new UnitAnswers<>(Map.of(), Map.of(), List.of());
        String text = MetricPages.text(new ClusterMessage.Surveyed(0, List.of(), List.of()), nobody, OWN);
        assertThat(found("# TYPE (\\S+) ", text)).containsExactlyInAnyOrderElementsOf(listed);
    }

    private static Stream<String> found(String pattern, String text) {
        return Pattern.compile(pattern).matcher(text).results().map(each -> each.group(1));
    }

    @Test
    void shouldEscapeTextsAsTheFormatWantsIt() {
        PrometheusText text = new PrometheusText();
        text.family("words", PrometheusText.Kind.GAUGE, "a \\ and\na \"word\"");
        text.sample(1, "said", "a \\ and\na \"word\"", "empty", "");
        assertThat(text).hasToString("""
                # HELP words a \\\\ and\\na "word"
                # TYPE words gauge
                words{said="a \\\\ and\\na \\"word\\"",empty=""} 1
                """);
    }

    @Test
    void shouldWriteNumbersWithoutLoss() {
        PrometheusText text = new PrometheusText();
        text.family("number", PrometheusText.Kind.COUNTER, "n");
        text.sample(0.1);
        text.sample(1L << 52);
        text.sample(1e300);
        assertThat(text).hasToString("""
                # HELP number n
                # TYPE number counter
                number 0.1
                number 4503599627370496
                number 1.0E300
                """);
    }
}
