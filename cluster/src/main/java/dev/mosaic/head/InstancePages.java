package dev.mosaic.head;

import dev.mosaic.TesseraProxy;
import dev.mosaic.headapi.HeadHttp;
import dev.mosaic.headapi.InstancesPage;
import dev.mosaic.http.Request;
import dev.mosaic.http.Response;
import dev.mosaic.inspect.PageFilter;
import dev.mosaic.inspect.TesseraAnswer;
import dev.mosaic.inspect.TesseraEntry;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * Asks programs and workers for tesserae, and makes one page of their answers. <b>Threading:</b> the request's own, which waits.
 * <b>Failure:</b> who does not answer is named in the page.
 */
final class InstancePages {
    /** What lives in no worker is first. */
    private static final Comparator<InstancesPage.Instance> ORDER = Comparator.comparing(
                    (InstancesPage.Instance tessera) -> !tessera.unit().isEmpty())
            .thenComparing(InstancesPage.Instance::className)
            .thenComparingInt(tessera -> tessera.id().length())
            .thenComparing(InstancesPage.Instance::id);

    private final MonitorShell monitor;

    InstancePages(MonitorShell monitor) {
        this.monitor = monitor;
    }

    Response tesserae(Request request) throws InterruptedException {
        PageFilter filter;
        try {
            filter = PageFilter.of(request.query());
            if (!filter.state().isEmpty()) {
                var _ = TesseraProxy.State.valueOf(filter.state());
            }
        } catch (IllegalArgumentException e) {
            return Response.problem(400, "the query is none: " + e.getMessage());
        }
        return UnitAnswers.ask(
                        monitor,
                        request.query("unit").orElse(""),
                        HeadHttp.INSTANCES + filter.query(),
                        TesseraAnswer.class)
                .map(answers -> Response.json(page(filter, answers)))
                .orElseGet(ClusterPages::stuck);
    }

    private static InstancesPage page(PageFilter filter, UnitAnswers<TesseraAnswer> answers) {
        List<InstancesPage.Instance> tesserae = new ArrayList<>();
        long matched = 0;
        for (var each : answers.answers().entrySet()) {
            matched += each.getValue().matched();
            each.getValue()
                    .entries()
                    .forEach(entry -> tesserae.add(tessera(entry, each.getKey().uid(), answers.uids())));
        }
        tesserae.sort(ORDER);
        return new InstancesPage(
                tesserae.subList(0, Math.min(tesserae.size(), filter.limit())), matched, answers.silent());
    }

    private static InstancesPage.Instance tessera(TesseraEntry entry, String unit, Map<Long, String> uids) {
        return new InstancesPage.Instance(
                entry.id(),
                entry.className(),
                entry.name(),
                entry.state(),
                entry.told() ? "" : unit,
                uids.getOrDefault(PageFilter.idOf(entry.id()).origin(), ""),
                TaskPages.time(entry.madeMicros()),
                entry.needs(),
                entry.concurrency(),
                entry.running(),
                entry.queued(),
                entry.holders(),
                entry.incarnation(),
                entry.restarts(),
                entry.reason());
    }
}
