package dev.mosaic.crd;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Size;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The settings of the head: the process that knows all members of the cluster, places tesserae and tasks, and accepts programs. */
@Fields
public record HeadSpec(
        @JsonPropertyDescription(
                "Requests and limits of the head. By default, 500m CPU and 1Gi memory are requested, and the memory's limit is its request.")
        Resources resources,

        @Default("{}") @JsonPropertyDescription("The Service in front of the head, <cluster>-head.")
        ServiceSpec service,

        @Size(max = 32) @JsonPropertyDescription(
                "Labels that a node must have for the head's pod, in addition to those of the cluster.")
        Map<String, String> nodeSelector,

        @Size(max = 32) @JsonPropertyDescription("Taints of nodes that the head's pod tolerates, in addition to those of the cluster.")
        List<TolerationSpec> tolerations,

        @JsonPropertyDescription(
                "An Affinity of Kubernetes, which sets near which nodes and pods the head's pod runs; by default that of the cluster.")
        @Nullable JsonNode affinity,

        @Size(max = 16) @JsonPropertyDescription(
                "TopologySpreadConstraints of Kubernetes for the head; the cluster's by default. Without labelSelector they count the pods of the same role.")
        List<JsonNode> topologySpreadConstraints,

        @Size(min = 1, max = 253) @JsonPropertyDescription("PriorityClass of the head's pod; the cluster's by default.")
        @Nullable String priorityClassName,

        @JsonPropertyDescription("A strategic merge patch for the head's pod.")
        PodOverlay template) {
    /** All fields have their defaults. */
    public static final HeadSpec DEFAULT = new HeadSpec(
            Resources.NONE, ServiceSpec.DEFAULT, Map.of(), List.of(), null, List.of(), null, PodOverlay.NONE);

    public HeadSpec {
        resources = Objects.requireNonNullElse(resources, Resources.NONE);
        service = Objects.requireNonNullElse(service, ServiceSpec.DEFAULT);
        nodeSelector = Values.map(nodeSelector);
        tolerations = Values.list(tolerations);
        topologySpreadConstraints = Values.list(topologySpreadConstraints);
        template = Objects.requireNonNullElse(template, PodOverlay.NONE);
    }

    /** The nodes on which the pod of the head may run. */
    public PodPlacement placement() {
        return new PodPlacement(nodeSelector, tolerations, affinity, topologySpreadConstraints, priorityClassName);
    }

    /** A copy with all defaults. */
    public Resources wholeResources() {
        return resources.orElse("500m", "1Gi");
    }
}
