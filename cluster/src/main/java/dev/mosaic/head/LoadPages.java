package dev.mosaic.head;

import dev.mosaic.headapi.HeadHttp;
import dev.mosaic.headapi.LoadPage;
import dev.mosaic.http.Request;
import dev.mosaic.http.Response;
import dev.mosaic.inspect.LoadAnswer;
import dev.mosaic.inspect.MethodEntry;
import dev.mosaic.inspect.ProcessLoad;
import dev.mosaic.message.Member;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Asks programs and workers for their load, and makes one page of their answers. <b>Threading:</b> the request's own, which waits.
 * <b>Failure:</b> who does not answer is named in the page.
 */
final class LoadPages {
    private static final double NANOS = 1e9;

    private final MonitorShell monitor;

    LoadPages(MonitorShell monitor) {
        this.monitor = monitor;
    }

    Response load(Request request) throws InterruptedException {
        return UnitAnswers.ask(monitor, request.query("unit").orElse(""), HeadHttp.LOAD, LoadAnswer.class)
                .map(answers -> Response.json(page(answers)))
                .orElseGet(ClusterPages::stuck);
    }

    private static LoadPage page(UnitAnswers<LoadAnswer> answers) {
        List<LoadPage.UnitLoad> units = new ArrayList<>();
        Map<String, MethodEntry> methods = new HashMap<>();
        answers.answers().forEach((member, answer) -> {
            units.add(unit(member, answers.program(member), answer));
            answer.methods().forEach(method -> methods.merge(method.name(), method, MethodEntry::plus));
        });
        units.sort(Comparator.comparing(LoadPage.UnitLoad::kind)
                .thenComparingInt(unit -> unit.uid().length())
                .thenComparing(LoadPage.UnitLoad::uid));
        return new LoadPage(
                units,
                methods.values().stream()
                        .map(LoadPages::method)
                        .sorted(Comparator.comparingDouble(LoadPage.MethodLoad::seconds)
                                .reversed())
                        .toList(),
                answers.silent());
    }

    private static LoadPage.UnitLoad unit(Member member, String program, LoadAnswer answer) {
        ProcessLoad process = answer.process();
        return new LoadPage.UnitLoad(
                member.uid(),
                member.kind().label(),
                member.node(),
                program,
                member.kind() == Member.Kind.WORKER ? member.gpus() : List.of(),
                process.pid(),
                process.upNanos() / NANOS,
                process.cpuNanos() / NANOS,
                process.heapBytes(),
                process.heapLimitBytes(),
                process.residentBytes(),
                process.threads(),
                process.receivedBytes(),
                process.sentBytes(),
                answer.deviceNanos() / NANOS,
                answer.deviceBusyNanos() / NANOS);
    }

    /** In seconds; no more than the longest. */
    static double quantile(MethodEntry entry, double part) {
        return Math.min(entry.times().quantile(part), (double) entry.mostNanos()) / NANOS;
    }

    private static LoadPage.MethodLoad method(MethodEntry entry) {
        return new LoadPage.MethodLoad(
                entry.name(),
                entry.running(),
                entry.queued(),
                entry.done(),
                entry.failed(),
                entry.upstreamFailed(),
                entry.cancelled(),
                entry.times().calls(),
                entry.nanos() / NANOS,
                quantile(entry, 0.5),
                quantile(entry, 0.95),
                quantile(entry, 0.99),
                entry.mostNanos() / NANOS,
                entry.waitNanos() / NANOS,
                entry.deviceNanos() / NANOS);
    }
}
