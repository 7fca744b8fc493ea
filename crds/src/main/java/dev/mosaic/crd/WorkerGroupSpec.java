package dev.mosaic.crd;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import io.fabric8.kubernetes.api.model.Quantity;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The settings of a group of equal worker pods. A group with {@code maxReplicas} is scaled by demand. */
@Fields
@ValidationRule(
        value =
                "has(self.maxReplicas) || !((has(self.minReplicas) && self.minReplicas != 0) || (has(self.warmReplicas) && self.warmReplicas != 0) || (has(self.priority) && self.priority != 0) || has(self.idleTimeout) || has(self.provisionTimeout))",
        message =
                "minReplicas, warmReplicas, priority, idleTimeout and provisionTimeout are for autoscaled groups: write maxReplicas too")
@ValidationRule(
        value = "!has(self.maxReplicas) || !has(self.minReplicas) || self.minReplicas <= self.maxReplicas",
        message = "minReplicas is larger than maxReplicas")
@ValidationRule(
        value = "!has(self.maxReplicas) || !has(self.warmReplicas) || self.warmReplicas <= self.maxReplicas",
        message = "warmReplicas is larger than maxReplicas")
@ValidationRule(
        value = "!has(self.maxReplicas) || !has(self.replicas) || self.replicas <= self.maxReplicas",
        message = "replicas, what an autoscaled group begins with, is larger than maxReplicas")
public record WorkerGroupSpec(
        @Required
        @GroupName
        @ValidationRule(value = Patterns.IS_GROUP_NAME, message = Patterns.GROUP_NAME_IN_WORDS)
        @JsonPropertyDescription(
                "Name of the group, unique in the cluster; its pods are called <cluster>-<name>-<suffix>.")
        String name,

        @Min(0) @Max(Patterns.MAX_REPLICAS) @JsonPropertyDescription(
                "Number of replicas, 1 by default; a change is passed on to the MosaicWorkerGroup. For a group with maxReplicas it is the initial number, minReplicas by default.")
        Integer replicas,

        @Min(0) @Max(Patterns.MAX_REPLICAS) @JsonPropertyDescription("The smallest number of replicas of an autoscaled group; 0 by default.")
        Integer minReplicas,

        @Min(1) @Max(Patterns.MAX_REPLICAS) @JsonPropertyDescription(
                "The largest number of replicas. A group with this field is autoscaled: it grows when work waits for resources that its pods offer, and shrinks when its replicas are idle.")
        @Nullable Integer maxReplicas,

        @Min(0) @Max(Patterns.MAX_REPLICAS) @JsonPropertyDescription(
                "How many replicas of an autoscaled group are kept beyond those in use, and beyond minReplicas; 0 by default.")
        Integer warmReplicas,

        @Min(-1_000) @Max(1_000) @JsonPropertyDescription(
                "If more than one autoscaled group could grow, the one with the highest priority grows first; 0 by default. Among groups with equal priority, the one whose pods offer less grows first.")
        Integer priority,

        @DurationText
        @ValidationRule(value = Patterns.IS_DURATION, message = Patterns.DURATION_IN_WORDS)
        @JsonPropertyDescription(
                "How long a replica is idle before it is removed; by default autoscaling.idleTimeout of the cluster.")
        @Nullable String idleTimeout,

        @DurationText
        @ValidationRule(value = Patterns.IS_DURATION, message = Patterns.DURATION_IN_WORDS)
        @JsonPropertyDescription(
                "How long new pods may take to join before another group is tried; 10m by default. After the same time this group is tried again.")
        @Nullable String provisionTimeout,

        @Default("1")
        @Min(1) @Max(256) @JsonPropertyDescription(
                "Number of pods of one replica; 1 by default. The pods of a replica are created and removed together, and have the number of the replica in the label mosaic.dev/replica.")
        Integer hostsPerReplica,

        @Default("1")
        @Min(1) @Max(1024) @JsonPropertyDescription("Worker processes in each pod, for each program that uses the cluster; 1 by default.")
        Integer workersPerPod,

        @JsonPropertyDescription(
                "Requests and limits of each pod. By default, 1 CPU and 2Gi memory are requested, and the memory's limit is its request.")
        Resources resources,

        @Size(max = 32) @ValidationRule(
                value = "self.all(k, k.matches('^[A-Za-z][-A-Za-z0-9_.]{0,62}$'))",
                message = "a label has at most 63 letters, digits, '-', '_' and '.', the first a letter")
        @ValidationRule(
                value = "!('gpu' in self) && !('gpus' in self)",
                message = "write accelerator instead of capacity for GPUs")
        @JsonPropertyDescription(
                "Resources that each pod offers to tesserae and tasks: cpu, memory, and custom resources such as fpga: 4. By default these are the processors and the memory of the pod.")
        Map<String, Quantity> capacity,

        @JsonPropertyDescription("Devices that each pod gets, such as GPUs. None by default.") @Nullable AcceleratorSpec accelerator,

        @Size(max = 64) @JsonPropertyDescription("Labels of the group's pods, in addition to those of the operator.")
        Map<String, String> labels,

        @Size(max = 64) @JsonPropertyDescription("Arguments for the JVMs of the workers, such as -Xmx4g, as separate items.")
        List<String> jvmArguments,

        @Default("1m")
        @DurationText
        @ValidationRule(value = Patterns.IS_DURATION, message = Patterns.DURATION_IN_WORDS)
        @JsonPropertyDescription(
                "How long tesserae and tasks may take to move or to finish when their pod ends; 1m by default.")
        String drainTimeout,

        @Size(max = 32) @JsonPropertyDescription(
                "Labels that a node must have for pods of the group, in addition to those of the cluster.")
        Map<String, String> nodeSelector,

        @Size(max = 32) @JsonPropertyDescription(
                "Taints of nodes that pods of the group tolerate, in addition to those of the cluster.")
        List<TolerationSpec> tolerations,

        @JsonPropertyDescription(
                "An Affinity of Kubernetes, which sets near which nodes and pods the pods of the group run; by default that of the cluster.")
        @Nullable JsonNode affinity,

        @Size(max = 16) @JsonPropertyDescription(
                "TopologySpreadConstraints of Kubernetes for pods of the group; the cluster's by default. Without labelSelector they count the pods of the same group.")
        List<JsonNode> topologySpreadConstraints,

        @Size(min = 1, max = 253) @JsonPropertyDescription("PriorityClass of pods of the group; the cluster's by default.")
        @Nullable String priorityClassName,

        @Default("{}") @JsonPropertyDescription("How fast pods of an old revision are replaced.")
        UpdateStrategySpec updateStrategy,

        @JsonPropertyDescription("A strategic merge patch for the pods of the group.")
        PodOverlay template) {
    private static final String DRAIN_TIMEOUT = "1m";
    private static final String PROVISION_TIMEOUT = "10m";

    public WorkerGroupSpec {
        minReplicas = Objects.requireNonNullElse(minReplicas, 0);
        warmReplicas = Objects.requireNonNullElse(warmReplicas, 0);
        priority = Objects.requireNonNullElse(priority, 0);
        hostsPerReplica = Objects.requireNonNullElse(hostsPerReplica, 1);
        replicas = Objects.requireNonNullElse(replicas, maxReplicas == null ? 1 : minReplicas);
        workersPerPod = Objects.requireNonNullElse(workersPerPod, 1);
        resources = Objects.requireNonNullElse(resources, Resources.NONE);
        capacity = Values.map(capacity);
        labels = Values.map(labels);
        jvmArguments = Values.list(jvmArguments);
        drainTimeout = Objects.requireNonNullElse(drainTimeout, DRAIN_TIMEOUT);
        nodeSelector = Values.map(nodeSelector);
        tolerations = Values.list(tolerations);
        topologySpreadConstraints = Values.list(topologySpreadConstraints);
        updateStrategy = Objects.requireNonNullElse(updateStrategy, UpdateStrategySpec.DEFAULT);
        template = Objects.requireNonNullElse(template, PodOverlay.NONE);
    }

    /** The nodes on which pods of the group may run. */
    public PodPlacement placement() {
        return new PodPlacement(nodeSelector, tolerations, affinity, topologySpreadConstraints, priorityClassName);
    }

    /** A copy with all defaults. */
    public Resources wholeResources() {
        return resources.orElse("1", "2Gi");
    }

    /** Whether the group is autoscaled. */
    public boolean autoscales() {
        return maxReplicas != null;
    }

    /** How long a replica is idle before it is removed. */
    public Duration idle(AutoscalingSpec ofCluster) {
        return Durations.of(Objects.requireNonNullElse(idleTimeout, ofCluster.idleTimeout()));
    }

    /** How long new pods may take to join. */
    public Duration provision() {
        return Durations.of(Objects.requireNonNullElse(provisionTimeout, PROVISION_TIMEOUT));
    }

    /** How long tesserae and tasks may take to move or to finish when their pod ends. */
    public Duration drain() {
        return Durations.of(drainTimeout);
    }
}
