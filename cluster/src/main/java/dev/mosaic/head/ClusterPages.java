package dev.mosaic.head;

import dev.mosaic.headapi.ClusterPage;
import dev.mosaic.message.Resources;
import dev.mosaic.monitor.ClusterState;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/** Makes the page of a monitor's state. */
final class ClusterPages {
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

    static Resources resources(ClusterPage.Amounts amounts) {
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
