package dev.mosaic.report;

import dev.mosaic.headapi.EventsPage;
import dev.mosaic.headapi.HeadHttp;
import dev.mosaic.headapi.InstancesPage;
import dev.mosaic.headapi.LoadPage;
import dev.mosaic.headapi.ObjectsPage;
import dev.mosaic.headapi.StatusPage;
import dev.mosaic.headapi.TasksPage;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What a cluster knows of its run, as one HTML file that needs no other: units, methods, what failed and why, what runs and waits, tesserae,
 * objects.
 *
 * <p><b>Threading:</b> the caller's, which waits for the answers. <b>Cost:</b> some questions to each unit, and for each worker its last
 * calls. <b>Failure:</b> that of the source.
 */
public final class RunReport {
    private static final int MOST_FAILED = 1_000;
    private static final int MOST_LIVING = 100;
    private static final int MOST_OBJECTS = 20;
    private static final int MOST_ROWS = 64;
    private static final int CALLS_OF_ALL = 200_000;
    private static final int CALLS_OF_ONE = 10_000;
    private static final double MEBI = 1 << 20;
    private static final double MILLIS = 1_000;

    private static final String STYLE = """
            <style>
            body { font: 14px/1.5 system-ui, sans-serif; margin: 2em auto; max-width: 1100px; padding: 0 1em; color: #222; background: #fff }
            h1 { font-size: 1.5em } h2 { font-size: 1.15em; margin-top: 2em }
            table { border-collapse: collapse } th { text-align: left; color: #666; font-weight: normal }
            th, td { padding: 2px 12px 2px 0; border-bottom: 1px solid #ddd; vertical-align: top; white-space: nowrap }
            td:last-child { width: 99%; white-space: normal; overflow-wrap: anywhere } td.number:last-child { width: auto }
            .number { text-align: right; font-variant-numeric: tabular-nums } summary { margin: 4px 0; cursor: pointer }
            svg { width: 100% } svg text { font-size: 11px; fill: #222 } svg rect { fill: #1b6ca8 }
            @media (prefers-color-scheme: dark) {
              body { color: #ddd; background: #1a1a1a } th, td { border-color: #444 } th { color: #999 }
              svg text { fill: #ddd } svg rect { fill: #6cb6ee }
            }
            </style>
            """;

    private final Html html = new Html();
    private final PageSource source;

    private RunReport(PageSource source) {
        this.source = source;
    }

    /**
     * Writes it.
     *
     * @param title names the run
     */
    public static void write(Path file, String title, PageSource source) throws IOException {
        Files.writeString(file, html(title, source));
    }

    /** The page. */
    static String html(String title, PageSource source) {
        RunReport report = new RunReport(source);
        report.all(title);
        return report.html.toString();
    }

    private void all(String title) {
        StatusPage status = source.page(HeadHttp.STATUS, StatusPage.class);
        LoadPage load = source.page(HeadHttp.LOAD, LoadPage.class);
        TasksPage failed = source.page(HeadHttp.TASKS + "?state=failed&limit=" + MOST_FAILED, TasksPage.class);
        html.raw("<!DOCTYPE html>\n<html lang=en>\n<meta charset=utf-8>\n<title>")
                .words(title)
                .raw("</title>\n");
        html.raw(STYLE).raw("<h1>").words(title).raw("</h1>\n");
        html.paragraph("Taken at " + Instant.now().truncatedTo(ChronoUnit.SECONDS) + ". " + failed.ended()
                + " calls have ended, " + failed.failed() + " failed, " + failed.upstreamFailed()
                + " did not run, since an argument failed. " + remembered(failed));
        failures(failed);
        lost();
        busy(status);
        methods(load);
        units(status, load);
        demand(status);
        living("RUNNING", "Calls that run");
        living("QUEUED", "Calls that wait in a worker");
        living("PENDING", "Tasks that wait with their caller");
        tesserae();
        objects();
        html.raw("</html>\n");
    }

    private static String remembered(TasksPage page) {
        return (page.displaced() == 0 ? "" : page.displaced() + " of them are known in sums alone. ")
                + (page.silent().isEmpty()
                        ? ""
                        : "No answer came of " + String.join(", ", page.silent()) + ": what they know is missing.");
    }

    private void failures(TasksPage page) {
        html.heading("What failed");
        if (page.tasks().isEmpty()) {
            html.paragraph("Nothing.");
        }
        html.table(
                List.of("Task", "Name", "Unit", "#Attempt", "Ended", "#Seconds", "Why"),
                page.tasks().stream()
                        .map(task -> List.of(
                                task.id(),
                                task.name(),
                                task.unit(),
                                Integer.toString(task.attempt()),
                                task.endedAt(),
                                number("%.3f", task.seconds()),
                                task.failureWithInput()))
                        .toList());
        shown(page.tasks().size(), page.matched());
    }

    private void lost() {
        List<EventsPage.Event> lost = source.page(HeadHttp.EVENTS, EventsPage.class).events().stream()
                .filter(event -> event.kind().equals("LOST"))
                .toList();
        if (!lost.isEmpty()) {
            html.heading("Units that were lost");
        }
        html.table(
                List.of("Unit", "Node", "At", "Why"),
                lost.stream()
                        .map(event -> List.of(event.unit(), event.node(), event.at(), event.reason()))
                        .toList());
    }

    private void busy(StatusPage status) {
        List<String> workers = status.units().stream()
                .filter(unit -> unit.kind().equals(StatusPage.WORKER))
                .map(StatusPage.UnitState::uid)
                .toList();
        List<String> drawn = workers.subList(0, Math.min(workers.size(), MOST_ROWS));
        int limit = Math.clamp(CALLS_OF_ALL / Math.max(1, drawn.size()), 1, CALLS_OF_ONE);
        BusyRows rows = new BusyRows();
        drawn.forEach(worker -> rows.add(
                worker,
                source.page(HeadHttp.TASKS + "?unit=" + encoded(worker) + "&limit=" + limit, TasksPage.class)
                        .tasks()));
        html.heading("How busy workers were");
        html.paragraph(
                rows.seconds() == 0
                        ? "No calls are remembered."
                        : number("%.1f", rows.seconds()) + " s from left to right: the last " + limit
                                + " calls of each, by its own clock. Darker is busier.");
        html.raw(rows.svg());
        shown(drawn.size(), workers.size());
    }

    private void methods(LoadPage load) {
        if (!load.methods().isEmpty()) {
            html.heading("Methods");
        }
        html.table(
                List.of(
                        "Method",
                        "#Ended",
                        "#Failed",
                        "#Upstream failed",
                        "#Cancelled",
                        "#Seconds",
                        "#Mean ms",
                        "#p50 ms",
                        "#p95 ms",
                        "#p99 ms",
                        "#Most ms",
                        "#Waited ms",
                        "#Device seconds"),
                load.methods().stream()
                        .map(method -> List.of(
                                method.name(),
                                Long.toString(method.ended()),
                                Long.toString(method.failed()),
                                Long.toString(method.upstreamFailed()),
                                Long.toString(method.cancelled()),
                                number("%.1f", method.seconds()),
                                number("%.3f", method.meanSeconds() * MILLIS),
                                number("%.3f", method.p50Seconds() * MILLIS),
                                number("%.3f", method.p95Seconds() * MILLIS),
                                number("%.3f", method.p99Seconds() * MILLIS),
                                number("%.3f", method.mostSeconds() * MILLIS),
                                number("%.3f", method.meanWaitSeconds() * MILLIS),
                                number("%.1f", method.deviceSeconds())))
                        .toList());
    }

    private void units(StatusPage status, LoadPage load) {
        html.heading("Units");
        List<List<String>> rows = new ArrayList<>();
        for (StatusPage.UnitState unit : status.units()) {
            List<String> row = new ArrayList<>(List.of(unit.uid(), unit.node(), Integer.toString(unit.tesserae())));
            row.addAll(load.units().stream()
                    .filter(each -> each.uid().equals(unit.uid()))
                    .findFirst()
                    .map(each -> List.of(
                            number("%.1f", each.upSeconds()),
                            number("%.1f", each.cpuSeconds()),
                            number("%.0f", each.heapBytes() / MEBI),
                            number("%.0f", each.residentBytes() / MEBI),
                            String.join(" ", each.devices()),
                            number("%.1f", each.deviceSeconds()),
                            number("%.1f", each.deviceBusySeconds())))
                    .orElse(List.of("", "", "", "", "", "", "")));
            rows.add(row);
        }
        html.table(
                List.of(
                        "Unit",
                        "Node",
                        "#Tesserae",
                        "#Up s",
                        "#Cpu s",
                        "#Heap MiB",
                        "#Resident MiB",
                        "Devices",
                        "#Device s",
                        "#Busy device s"),
                rows);
    }

    private void demand(StatusPage status) {
        if (!status.demand().isEmpty()) {
            html.heading("What finds no place");
        }
        html.table(
                List.of("#Count", "#Since s", "Why"),
                status.demand().stream()
                        .map(each -> List.of(
                                Integer.toString(each.count()), number("%.0f", each.waitingSeconds()), each.reason()))
                        .toList());
    }

    private void living(String state, String heading) {
        TasksPage page = source.page(HeadHttp.TASKS + "?state=" + state + "&limit=" + MOST_LIVING, TasksPage.class);
        if (page.tasks().isEmpty()) {
            return;
        }
        html.heading(heading)
                .table(
                        List.of("Task", "Name", "Unit", "Tessera", "Queued", "#Seconds", "Waits for"),
                        page.tasks().stream()
                                .map(task -> List.of(
                                        task.id(),
                                        task.name(),
                                        task.unit(),
                                        task.tessera(),
                                        task.queuedAt(),
                                        number("%.3f", task.seconds()),
                                        task.waitingFor()))
                                .toList());
        shown(page.tasks().size(), page.matched());
    }

    private void tesserae() {
        InstancesPage page = source.page(HeadHttp.INSTANCES + "?limit=" + MOST_LIVING, InstancesPage.class);
        if (page.tesserae().isEmpty()) {
            return;
        }
        html.heading("Tesserae")
                .table(
                        List.of("Tessera", "Class", "Name", "State", "Unit", "#Restarts", "Why"),
                        page.tesserae().stream()
                                .map(each -> List.of(
                                        each.id(),
                                        each.className(),
                                        each.name(),
                                        each.state(),
                                        each.unit(),
                                        Integer.toString(each.restarts()),
                                        each.reason()))
                                .toList());
        shown(page.tesserae().size(), page.matched());
    }

    private void objects() {
        ObjectsPage page = source.page(HeadHttp.OBJECTS + "?limit=" + MOST_OBJECTS, ObjectsPage.class);
        if (page.objects().isEmpty()) {
            return;
        }
        html.heading("Objects in the warehouse, the largest")
                .table(
                        List.of("Object", "#MiB", "Where", "Put by", "Held by"),
                        page.objects().stream()
                                .map(each -> List.of(
                                        each.uid(),
                                        number("%.2f", each.bytes() / MEBI),
                                        String.join(", ", each.tiers()),
                                        each.putter(),
                                        String.join(", ", each.holders())))
                                .toList());
        shown(page.objects().size(), page.matched());
    }

    private void shown(long shown, long all) {
        if (shown < all) {
            html.paragraph(shown + " of " + all + " are shown.");
        }
    }

    private static String number(String form, double value) {
        return String.format(Locale.ROOT, form, value);
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
