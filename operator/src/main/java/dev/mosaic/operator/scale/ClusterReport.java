package dev.mosaic.operator.scale;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.mosaic.operator.autoscale.Demand;
import dev.mosaic.operator.autoscale.Needs;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a head says of its cluster: one line of {@code GET /v1/cluster?watch=true}. Fields of a newer head are passed over.
 *
 * @param settled whether all have come back that were there before the head was replaced
 */
@JsonIgnoreProperties(ignoreUnknown = true)
record ClusterReport(long epoch, boolean settled, List<Waiting> demand, List<Node> nodes) {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final double NANOS = 1e9;

    ClusterReport {
        demand = orNone(demand);
        nodes = orNone(nodes);
    }

    /** Empty where it is none. */
    static Optional<ClusterReport> read(String line) {
        try {
            return Optional.of(JSON.readValue(line, ClusterReport.class));
        } catch (JsonProcessingException e) {
            return Optional.empty();
        }
    }

    static String json(Object value) {
        try {
            return JSON.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a value of ours is no JSON", e);
        }
    }

    /** Something that waits. */
    @JsonIgnoreProperties(ignoreUnknown = true)
    record Waiting(
            int count,
            @Nullable Amount needs,
            List<Amount> bundles,
            @Nullable String layout) {
        Waiting {
            bundles = orNone(bundles);
        }

        Demand demand() {
            return new Demand(
                    count,
                    needs == null ? Needs.NONE : needs.needs(),
                    bundles.stream().map(Amount::needs).toList(),
                    "SPREAD".equals(layout));
        }
    }

    /** A node; for the operator a pod, found by its address. */
    @JsonIgnoreProperties(ignoreUnknown = true)
    record Node(
            @Nullable String host,
            boolean busy,
            double idleSeconds,
            boolean draining,
            @Nullable Amount offers,
            @Nullable Amount free) {
        String address() {
            return Objects.requireNonNullElse(host, "");
        }

        Duration idle() {
            return busy ? Duration.ZERO : Duration.ofNanos((long) (idleSeconds * NANOS));
        }
    }

    /** As much of everything. */
    @JsonIgnoreProperties(ignoreUnknown = true)
    record Amount(
            double cpus,
            double gpus,
            long memoryBytes,
            @Nullable Map<String, Double> labels) {
        static Amount of(Needs needs) {
            return new Amount(needs.cpus(), needs.gpus(), needs.memoryBytes(), needs.labels());
        }

        Needs needs() {
            return new Needs(cpus, gpus, memoryBytes, labels == null ? Map.of() : labels);
        }
    }

    List<Demand> demands() {
        return demand.stream()
                .filter(each -> each.count() > 0)
                .map(Waiting::demand)
                .toList();
    }

    Map<String, Node> byAddress() {
        Map<String, Node> found = new HashMap<>();
        nodes.forEach(each -> found.put(each.address(), each));
        return found;
    }

    private static <T> List<T> orNone(@Nullable List<T> list) {
        return list == null ? List.of() : List.copyOf(list);
    }
}
