package dev.mosaic.head;

import dev.mosaic.headapi.ClusterPage;
import dev.mosaic.headapi.StatusPage;
import dev.mosaic.http.Response;
import dev.mosaic.message.ClusterMessage;
import dev.mosaic.message.Member;
import dev.mosaic.message.Resources;
import dev.mosaic.monitor.ClusterState;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/** Makes the pages of what a monitor knows, and amounts of those pages. */
public final class ClusterPages {
    private ClusterPages() {}

    static ClusterPage of(MonitorShell.Seen seen) {
        ClusterState state = seen.state();
        long now = seen.nowNanos();
        return new ClusterPage(
                state.epoch(),
                state.settled(),
                state.programs(),
                state.busy(),
                state.busy() ? 0 : seconds(now - state.idleSinceNanos()),
                state.demand().stream()
                        .map(each -> new ClusterPage.Demand(
                                each.count(),
                                amounts(each.needs()),
                                each.bundles().stream()
                                        .map(ClusterPages::amounts)
                                        .toList(),
                                each.spread() ? ClusterPage.Demand.SPREAD : "PACK",
                                seconds(now - each.sinceNanos()),
                                each.reason()))
                        .toList(),
                state.nodes().stream()
                        .map(each -> new ClusterPage.Node(
                                each.uid(),
                                each.host(),
                                each.busy(),
                                each.busy() ? 0 : seconds(now - each.idleSinceNanos()),
                                each.reason(),
                                each.draining(),
                                amounts(each.offers()),
                                amounts(each.free())))
                        .toList());
    }

    /** Kinds in their order, of each kind by number. */
    static StatusPage of(ClusterMessage.Surveyed found) {
        return new StatusPage(
                found.units().stream()
                        .sorted(Comparator.comparing((ClusterMessage.UnitLoad load) ->
                                        load.unit().kind())
                                .thenComparingInt(load -> load.unit().uid().length())
                                .thenComparing(load -> load.unit().uid()))
                        .map(ClusterPages::unit)
                        .toList(),
                found.demand().stream()
                        .map(each -> new StatusPage.Waiting(
                                each.count(), amounts(each.needs()), seconds(each.waitingNanos()), each.reason()))
                        .toList());
    }

    private static StatusPage.UnitState unit(ClusterMessage.UnitLoad load) {
        Member unit = load.unit();
        return new StatusPage.UnitState(
                unit.uid(),
                unit.kind().label(),
                unit.node(),
                load.tesserae(),
                load.running(),
                load.queued(),
                unit.gpus(),
                amounts(load.used()),
                amounts(unit.kind() == Member.Kind.NODE ? unit.offersWithGpus() : Resources.NONE));
    }

    /** Where it does not answer. */
    static Response stuck() {
        return Response.problem(503, "the monitor does not come to its events, its log says more")
                .with("Retry-After", "1");
    }

    /** To the millisecond. */
    private static double seconds(long nanos) {
        return Math.max(0, nanos / 1_000_000) / 1_000.0;
    }

    private static ClusterPage.Amounts amounts(Resources resources) {
        Map<String, Double> labels = new TreeMap<>();
        resources.labels().forEach((label, amount) -> labels.put(label, number(amount)));
        return new ClusterPage.Amounts(
                number(resources.cpus()), number(resources.gpus()), resources.memoryBytes(), labels);
    }

    private static double number(long units) {
        return (double) units / Resources.ONE;
    }

    /** For the monitor. */
    public static Resources resources(ClusterPage.Amounts amounts) {
        Map<String, Long> labels = new LinkedHashMap<>();
        amounts.labels().forEach((label, amount) -> {
            if (amount != 0) {
                labels.put(label, Resources.units(amount));
            }
        });
        return new Resources(
                Resources.units(amounts.cpus()), Resources.units(amounts.gpus()), amounts.memoryBytes(), labels);
    }
}
