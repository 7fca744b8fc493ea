package dev.mosaic.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.headapi.TasksPage;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The parts of the report of a run. S8.1. */
class RunReportTest {
    private static TasksPage.TaskState task(String start, double seconds) {
        return new TasksPage.TaskState("1-1", "x", "DONE", "w", "", "", 0, start, start, start, seconds, "", "", "");
    }

    @Test
    void shouldEscapeWhatTheProgramSays_S8_1() {
        Html html = new Html()
                .heading("<script>")
                .table(List.of("#Count", "Why"), List.of(List.of("1", "a < b && \"c\"</td>")));

        assertThat(html.toString())
                .contains("<h2>&lt;script&gt;</h2>")
                .contains("<th class=number>Count</th><th>Why</th>")
                .contains("<td class=number>1</td><td>a &lt; b &amp;&amp; &quot;c&quot;&lt;/td&gt;</td>");
        assertThat(new Html().table(List.of("x"), List.of()).toString()).isEmpty();
    }

    /** Half of the time in the first worker, and all of it in the second, by two calls at once. */
    @Test
    void shouldDrawHowBusyEachWorkerWas_S8_1() {
        BusyRows rows = new BusyRows();
        assertThat(rows.svg()).isEmpty();
        rows.add("w:0", List.of(task("2026-11-27T18:00:00Z", 120)));
        rows.add("w:1<", List.of(task("2026-11-27T18:00:00Z", 240), task("2026-11-27T18:00:00Z", 240), task("", 0)));

        assertThat(rows.seconds()).isEqualTo(240);
        List<String> rects =
                rows.svg().lines().filter(line -> line.startsWith("<rect")).toList();
        assertThat(rects)
                .hasSize(BusyRows.BINS / 2 + BusyRows.BINS)
                .allMatch(rect -> rect.contains("fill-opacity=1.00"));
        assertThat(rows.svg()).contains(">w:1&lt;</text>");
    }

    @Test
    void shouldDrawAShareOfAPiece_S8_1() {
        BusyRows rows = new BusyRows();
        rows.add("w:0", List.of(task("2026-11-27T18:00:00Z", 0.5), task("2026-11-27T18:03:59Z", 1)));

        assertThat(rows.svg().lines().filter(line -> line.startsWith("<rect")))
                .hasSize(2)
                .anyMatch(rect -> rect.contains("fill-opacity=0.50"));
    }
}
