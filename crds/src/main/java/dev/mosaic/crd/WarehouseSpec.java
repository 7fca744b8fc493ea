package dev.mosaic.crd;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The settings of the warehouse: the object store of the cluster, with up to three tiers (memory, disk, bucket). */
@Fields
@ValidationRule(
        value = "!has(oldSelf.objectStore) || has(self.objectStore)",
        message =
                "objectStore cannot be removed, nor another take its place: entries in the bucket would be lost. Make a new cluster")
@ValidationRule(
        value =
                "!has(self.resources) || !has(self.resources.limits) || !('memory' in self.resources.limits) || !isQuantity(string(self.resources.limits['memory'])) || !isQuantity(string(self.memory)) || quantity(string(self.resources.limits['memory'])).isGreaterThan(quantity(string(self.memory)))",
        message =
                "resources.limits.memory must be larger than memory: entries lie in the pod's memory, beside the JVM's heap. Leave resources out for memory and 1Gi more")
@ValidationRule(
        value =
                "!has(self.resources) || !has(self.resources.requests) || !('memory' in self.resources.requests) || (has(self.resources.limits) && 'memory' in self.resources.limits) || !isQuantity(string(self.resources.requests['memory'])) || !isQuantity(string(self.memory)) || quantity(string(self.resources.requests['memory'])).isGreaterThan(quantity(string(self.memory)))",
        message =
                "resources.requests.memory must be larger than memory: without a limit it is the limit too, and entries lie in the pod's memory, beside the JVM's heap")
public record WarehouseSpec(
        @Default("1Gi")
        @ValidationRule(
                value = "!isQuantity(string(self)) || !quantity(string(self)).isLessThan(quantity('64Mi'))",
                message = "memory must be at least 64Mi")
        @JsonPropertyDescription(
                "Memory for objects, such as 4Gi; if it is full, objects go to the next tier. It is a part of the pod's memory.")
        Quantity memory,

        @Default("{}") @JsonPropertyDescription("The second tier: the disk for objects that do not fit into memory.")
        DiskSpec disk,

        @JsonPropertyDescription(
                "The third tier: a bucket in S3, for durable objects and for objects that do not fit on the disk. None by default.")
        @Nullable ObjectStoreSpec objectStore,

        @JsonPropertyDescription(
                "Requests and limits of the warehouse. By default, it requests 500m CPU, and 1Gi of memory in addition to the field memory.")
        Resources resources,

        @Size(max = 32) @JsonPropertyDescription(
                "Labels that a node must have for the warehouse's pod, in addition to those of the cluster.")
        Map<String, String> nodeSelector,

        @Size(max = 32) @JsonPropertyDescription(
                "Taints of nodes that the warehouse's pod tolerates, in addition to those of the cluster.")
        List<TolerationSpec> tolerations,

        @JsonPropertyDescription(
                "An Affinity of Kubernetes, which sets near which nodes and pods the warehouse's pod runs; by default that of the cluster.")
        @Nullable JsonNode affinity,

        @Size(max = 16) @JsonPropertyDescription(
                "TopologySpreadConstraints of Kubernetes for the warehouse; the cluster's by default. Without labelSelector they count the pods of the same role.")
        List<JsonNode> topologySpreadConstraints,

        @Size(min = 1, max = 253) @JsonPropertyDescription("PriorityClass of the warehouse's pod; the cluster's by default.")
        @Nullable String priorityClassName,

        @ObjectName
        @ValidationRule(value = Patterns.IS_OBJECT_NAME, message = Patterns.OBJECT_NAME_IN_WORDS)
        @JsonPropertyDescription(
                "ServiceAccount of the warehouse's pod, which you create; by default <cluster>-runtime, as for all pods. It gives the pod an identity for the object store.")
        @Nullable String serviceAccountName,

        @JsonPropertyDescription("A strategic merge patch for the warehouse's pod.")
        PodOverlay template) {
    /** All fields have their defaults. */
    public static final WarehouseSpec DEFAULT = new WarehouseSpec(
            new Quantity("1Gi"),
            DiskSpec.DEFAULT,
            null,
            Resources.NONE,
            Map.of(),
            List.of(),
            null,
            List.of(),
            null,
            null,
            PodOverlay.NONE);

    private static final long HEAP_BYTES = 1L << 30;

    public WarehouseSpec {
        memory = Objects.requireNonNullElseGet(memory, () -> new Quantity("1Gi"));
        disk = Objects.requireNonNullElse(disk, DiskSpec.DEFAULT);
        resources = Objects.requireNonNullElse(resources, Resources.NONE);
        nodeSelector = Values.map(nodeSelector);
        tolerations = Values.list(tolerations);
        topologySpreadConstraints = Values.list(topologySpreadConstraints);
        template = Objects.requireNonNullElse(template, PodOverlay.NONE);
    }

    /** The nodes on which the pod of the warehouse may run. */
    public PodPlacement placement() {
        return new PodPlacement(nodeSelector, tolerations, affinity, topologySpreadConstraints, priorityClassName);
    }

    /** A copy with all defaults. */
    public Resources wholeResources() {
        return resources.orElse("500m", Long.toString(memoryBytes() + HEAP_BYTES));
    }

    /** The memory for objects, in bytes. */
    public long memoryBytes() {
        return memory.getNumericalAmount().longValue();
    }
}
