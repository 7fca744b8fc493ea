package dev.mosaic.headapi;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A cluster's state, as {@link HeadHttp#CLUSTER} gives it in JSON: amounts as numbers, times as the seconds since. What an older head
 * does not say is empty.
 *
 * @param epoch which head says it
 * @param settled whether all have come back that were there before the head was replaced
 * @param idleSeconds for how long nobody has used it; 0 for a busy one
 */
public record ClusterPage(
        long epoch,
        boolean settled,
        int programs,
        boolean busy,
        double idleSeconds,
        List<Demand> demand,
        List<Node> nodes) {
    private static final double NANOS = 1e9;

    public ClusterPage {
        demand = orNone(demand);
        nodes = orNone(nodes);
    }

    /**
     * What needs another node.
     *
     * @param count how often the same
     * @param bundles where there are some, they are what is needed, all of them or none
     * @param layout of bundles: PACK, or SPREAD where each wants a node of its own
     */
    public record Demand(
            int count,
            @Nullable Amounts needs,
            List<Amounts> bundles,
            @Nullable String layout,
            double waitingSeconds,
            @Nullable String reason) {
        public static final String SPREAD = "SPREAD";

        public Demand {
            bundles = orNone(bundles);
        }
    }

    /** A node, and how busy it is. On Kubernetes {@code host} is the address of its pod. */
    public record Node(
            @Nullable String uid,
            String host,
            boolean busy,
            double idleSeconds,
            @Nullable String reason,
            boolean draining,
            @Nullable Amounts offers,
            @Nullable Amounts free) {
        public Node {
            host = Objects.requireNonNullElse(host, "");
        }

        /** Zero for a busy one. */
        public Duration idle() {
            return busy ? Duration.ZERO : Duration.ofNanos((long) (idleSeconds * NANOS));
        }
    }

    /** Of resources. What is not said is none. */
    public record Amounts(double cpus, double gpus, long memoryBytes, Map<String, Double> labels) {
        public Amounts {
            labels = Objects.requireNonNullElse(labels, Map.of());
        }
    }

    public Map<String, Node> byHost() {
        Map<String, Node> found = new HashMap<>();
        nodes.forEach(each -> found.put(each.host(), each));
        return found;
    }

    private static <T> List<T> orNone(@Nullable List<T> list) {
        return list == null ? List.of() : List.copyOf(list);
    }
}
