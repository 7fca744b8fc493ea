package dev.mosaic.head;

import dev.mosaic.message.Resources;
import dev.mosaic.monitor.ClusterState;
import dev.mosaic.monitor.MonitorShell;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A cluster's state as JSON says it: amounts as numbers, times as the seconds since. The names of components are those of the API. */
record ClusterPage(
        long epoch,
        boolean settled,
        int programs,
        boolean busy,
        double idleSeconds,
        List<Demand> demand,
        List<Node> nodes) {
    /**
     * What needs another node.
     *
     * @param layout of bundles: PACK, or SPREAD where each wants a node of its own
     */
    record Demand(
            int count, Amounts needs, List<Amounts> bundles, String layout, double waitingSeconds, String reason) {}

    /** A node, and how busy it is. */
    record Node(
            String uid,
            String host,
            boolean busy,
            double idleSeconds,
            String reason,
            boolean draining,
            Amounts offers,
            Amounts free) {}

    /** Of resources. What is not said is none. */
    record Amounts(double cpus, double gpus, long memoryBytes, Map<String, Double> labels) {
        Amounts {
            labels = labels == null ? Map.of() : labels;
        }

        static Amounts of(Resources resources) {
            Map<String, Double> labels = new TreeMap<>();
            resources.labels().forEach((label, amount) -> labels.put(label, number(amount)));
            return new Amounts(number(resources.cpus()), number(resources.gpus()), resources.memoryBytes(), labels);
        }

        private static double number(long units) {
            return (double) units / Resources.ONE;
        }

        Resources resources() {
            Map<String, Long> amounts = new LinkedHashMap<>();
            labels.forEach((label, amount) -> {
                if (amount != 0) {
                    amounts.put(label, Resources.units(amount));
                }
            });
            return new Resources(Resources.units(cpus), Resources.units(gpus), memoryBytes, amounts);
        }
    }

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
                        .map(each -> new Demand(
                                each.count(),
                                Amounts.of(each.needs()),
                                each.bundles().stream().map(Amounts::of).toList(),
                                each.spread() ? "SPREAD" : "PACK",
                                seconds(now - each.sinceNanos()),
                                each.reason()))
                        .toList(),
                state.nodes().stream()
                        .map(each -> new Node(
                                each.uid(),
                                each.host(),
                                each.busy(),
                                each.busy() ? 0 : seconds(now - each.idleSinceNanos()),
                                each.reason(),
                                each.draining(),
                                Amounts.of(each.offers()),
                                Amounts.of(each.free())))
                        .toList());
    }

    /** To the millisecond. */
    private static double seconds(long nanos) {
        return Math.max(0, nanos / 1_000_000) / 1_000.0;
    }
}
