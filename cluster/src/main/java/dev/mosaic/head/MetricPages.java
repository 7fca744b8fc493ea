package dev.mosaic.head;

import dev.mosaic.headapi.HeadHttp;
import dev.mosaic.http.Request;
import dev.mosaic.http.Response;
import dev.mosaic.inspect.LoadAnswer;
import dev.mosaic.inspect.MethodEntry;
import dev.mosaic.inspect.ProcessLoad;
import dev.mosaic.message.ClusterMessage;
import dev.mosaic.message.Demand;
import dev.mosaic.message.Member;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/**
 * The metrics of a cluster: asks programs and workers for their load when somebody asks, and makes one text of their answers and of what the
 * monitor knows. docs/operations.md lists them.
 *
 * <p>Counters have the unit as a label, so none becomes less because a worker has gone: its series ends. What is no counter is a sum over all
 * units.
 *
 * <p><b>Threading:</b> the request's own, which waits. <b>Cost:</b> a message to each and back; nothing is kept. <b>Failure:</b> of who does
 * not answer there is no sample, and {@code mosaic_units_silent} counts it.
 */
final class MetricPages {
    private static final double NANOS = 1e9;
    private static final List<Double> QUANTILES = List.of(0.5, 0.95, 0.99);

    /** Those of which there is a count though it is 0. */
    private static final List<Member.Kind> KINDS = List.of(
            Member.Kind.PROGRAM, Member.Kind.GATEWAY, Member.Kind.NODE, Member.Kind.WORKER, Member.Kind.WAREHOUSE);

    private final MonitorShell monitor;

    MetricPages(MonitorShell monitor) {
        this.monitor = monitor;
    }

    Response metrics(Request request) throws InterruptedException {
        Optional<UnitAnswers<LoadAnswer>> answers = UnitAnswers.ask(monitor, "", HeadHttp.LOAD, LoadAnswer.class);
        Optional<ClusterMessage.Surveyed> survey = monitor.survey();
        if (answers.isEmpty() || survey.isEmpty()) {
            return ClusterPages.stuck();
        }
        return Response.whole(200, PrometheusText.CONTENT_TYPE, text(survey.get(), answers.get(), ProcessLoad.now()));
    }

    /** @param own of the head's process */
    static String text(ClusterMessage.Surveyed survey, UnitAnswers<LoadAnswer> answers, ProcessLoad own) {
        PrometheusText text = new PrometheusText();
        units(text, survey, answers.silent().size());
        List<UnitProcess> processes = new ArrayList<>();
        List<UnitMethod> methods = new ArrayList<>();
        List<UnitDevices> devices = new ArrayList<>();
        processes.add(new UnitProcess(Member.MONITOR, Member.Kind.MONITOR.label(), "", own));
        answers.answers().entrySet().stream()
                .sorted(Map.Entry.comparingByKey(Comparator.comparing(Member::kind)
                        .thenComparingInt(unit -> unit.uid().length())
                        .thenComparing(Member::uid)))
                .forEach(each -> {
                    Member unit = each.getKey();
                    processes.add(new UnitProcess(
                            unit.uid(),
                            unit.kind().label(),
                            unit.node(),
                            each.getValue().process()));
                    each.getValue().methods().stream()
                            .sorted(Comparator.comparing(MethodEntry::name))
                            .forEach(method -> methods.add(new UnitMethod(unit.uid(), method)));
                    if (each.getValue().deviceNanos() > 0) {
                        devices.add(new UnitDevices(unit.uid(), answers.program(unit), each.getValue()));
                    }
                });
        processes(text, processes);
        calls(text, methods);
        devices(text, devices);
        return text.toString();
    }

    private static void units(PrometheusText text, ClusterMessage.Surveyed survey, int silent) {
        Map<Member.Kind, Integer> counts = new EnumMap<>(Member.Kind.class);
        KINDS.forEach(kind -> counts.put(kind, 0));
        int tesserae = 0;
        for (ClusterMessage.UnitLoad each : survey.units()) {
            counts.merge(each.unit().kind(), 1, Integer::sum);
            tesserae += each.unit().kind() == Member.Kind.WORKER ? each.tesserae() : 0;
        }
        text.family(
                "mosaic_units",
                PrometheusText.Kind.GAUGE,
                "Units of the cluster, by kind; warehouse is also the store of a node or program.");
        counts.forEach((kind, count) -> text.sample(count, "kind", kind.label()));
        gauge(
                text,
                "mosaic_units_silent",
                "Programs and workers that did not answer in time: theirs is missing in this text.",
                silent);
        gauge(text, "mosaic_tesserae", "Tesserae that live in workers.", tesserae);
        gauge(
                text,
                "mosaic_waiting",
                "Tesserae, tasks and others that find no place now.",
                survey.demand().stream().mapToInt(Demand::count).sum());
        gauge(
                text,
                "mosaic_waiting_longest_seconds",
                "For how long the one has waited that waits longest for a place; 0 where none does.",
                survey.demand().stream().mapToLong(Demand::waitingNanos).max().orElse(0) / NANOS);
    }

    private static void gauge(PrometheusText text, String name, String help, double value) {
        text.family(name, PrometheusText.Kind.GAUGE, help).sample(value);
    }

    private record UnitProcess(String unit, String kind, String node, ProcessLoad load) {}

    private static void processes(PrometheusText text, List<UnitProcess> processes) {
        text.family(
                "mosaic_process_cpu_seconds_total",
                PrometheusText.Kind.COUNTER,
                "Processor time of a unit's process since it began. Units of one process show that process each.");
        processes(text, processes, load -> load.cpuNanos() / NANOS);
        text.family("mosaic_process_uptime_seconds", PrometheusText.Kind.GAUGE, "Time since a unit's process began.");
        processes(text, processes, load -> load.upNanos() / NANOS);
        text.family("mosaic_process_heap_bytes", PrometheusText.Kind.GAUGE, "Heap in use, garbage included.");
        processes(text, processes, ProcessLoad::heapBytes);
        text.family("mosaic_process_heap_limit_bytes", PrometheusText.Kind.GAUGE, "The most that the heap may take.");
        processes(text, processes, ProcessLoad::heapLimitBytes);
        text.family(
                "mosaic_process_resident_bytes",
                PrometheusText.Kind.GAUGE,
                "Resident memory, heap and shared pages included; 0 where the system does not say.");
        processes(text, processes, ProcessLoad::residentBytes);
        text.family("mosaic_process_threads", PrometheusText.Kind.GAUGE, "Platform threads.");
        processes(text, processes, ProcessLoad::threads);
    }

    private static void processes(
            PrometheusText text, List<UnitProcess> processes, ToDoubleFunction<ProcessLoad> value) {
        processes.forEach(each ->
                text.sample(value.applyAsDouble(each.load), "unit", each.unit, "kind", each.kind, "node", each.node));
    }

    private record UnitMethod(String unit, MethodEntry calls) {}

    private static void calls(PrometheusText text, List<UnitMethod> methods) {
        text.family(
                "mosaic_calls_total",
                PrometheusText.Kind.COUNTER,
                "Calls that ended in a unit since it began. A unit that takes the place of another begins at 0.");
        outcome(text, methods, "done", MethodEntry::done);
        outcome(text, methods, "failed", MethodEntry::failed);
        outcome(text, methods, "upstream_failed", MethodEntry::upstreamFailed);
        outcome(text, methods, "cancelled", MethodEntry::cancelled);
        text.family(
                "mosaic_call_run_seconds_total",
                PrometheusText.Kind.COUNTER,
                "How long the calls ran that ended in a unit since it began.");
        seconds(text, methods, MethodEntry::nanos);
        text.family(
                "mosaic_call_wait_seconds_total",
                PrometheusText.Kind.COUNTER,
                "How long these calls waited in that unit before they ran.");
        seconds(text, methods, MethodEntry::waitNanos);
        Map<String, MethodEntry> sums = new TreeMap<>();
        methods.forEach(each -> sums.merge(each.calls.name(), each.calls, MethodEntry::plus));
        text.family(
                "mosaic_call_run_quantile_seconds",
                PrometheusText.Kind.GAUGE,
                "How long that part of the calls ran at most that ended in units that live, since these began; within 4 %.");
        sums.forEach((method, sum) -> {
            for (double part : QUANTILES) {
                text.sample(LoadPages.quantile(sum, part), "method", method, "quantile", Double.toString(part));
            }
        });
        text.family("mosaic_live_calls", PrometheusText.Kind.GAUGE, "Calls that run or are queued in units now.");
        sums.forEach((method, sum) -> {
            text.sample(sum.running(), "method", method, "state", "running");
            text.sample(sum.queued(), "method", method, "state", "queued");
        });
    }

    private record UnitDevices(String unit, String program, LoadAnswer answer) {}

    private static void devices(PrometheusText text, List<UnitDevices> workers) {
        text.family(
                "mosaic_device_seconds_total",
                PrometheusText.Kind.COUNTER,
                "Seconds of devices that a worker has had since it began: two devices for a minute are 120.");
        workers.forEach(
                each -> text.sample(each.answer.deviceNanos() / NANOS, "unit", each.unit, "program", each.program));
        text.family(
                "mosaic_device_busy_seconds_total",
                PrometheusText.Kind.COUNTER,
                "Those of them in which a call ran, by its method; calls that run in a worker at a time have equal parts.");
        workers.forEach(each -> each.answer.methods().stream()
                .sorted(Comparator.comparing(MethodEntry::name))
                .filter(method -> method.deviceNanos() > 0)
                .forEach(method -> text.sample(
                        method.deviceNanos() / NANOS,
                        "unit",
                        each.unit,
                        "program",
                        each.program,
                        "method",
                        method.name())));
    }

    private static void outcome(
            PrometheusText text, List<UnitMethod> methods, String outcome, ToDoubleFunction<MethodEntry> count) {
        methods.forEach(each -> text.sample(
                count.applyAsDouble(each.calls), "unit", each.unit, "method", each.calls.name(), "outcome", outcome));
    }

    private static void seconds(PrometheusText text, List<UnitMethod> methods, ToLongFunction<MethodEntry> nanos) {
        methods.forEach(each ->
                text.sample(nanos.applyAsLong(each.calls) / NANOS, "unit", each.unit, "method", each.calls.name()));
    }
}
