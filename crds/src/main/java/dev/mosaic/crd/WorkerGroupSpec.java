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

/** Workers of one kind: so many pods, all the same. With {@code maxReplicas} it is scaled by what waits and what is idle. */
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
                "How many pods, 1 by default; a change is passed on to the MosaicWorkerGroup. Of a group with maxReplicas it is what it begins with, minReplicas by default.")
        Integer replicas,

        @Min(0) @Max(Patterns.MAX_REPLICAS) @JsonPropertyDescription("The fewest replicas of an autoscaled group; 0 by default.")
        Integer minReplicas,

        @Min(1) @Max(Patterns.MAX_REPLICAS) @JsonPropertyDescription(
                "The most replicas. A group that has it is autoscaled: it grows when something waits for what its pods offer, and shrinks when they are idle.")
        @Nullable Integer maxReplicas,

        @Min(0) @Max(Patterns.MAX_REPLICAS) @JsonPropertyDescription(
                "How many replicas of an autoscaled group are kept beyond those in use, and beyond minReplicas; 0 by default.")
        Integer warmReplicas,

        @Min(-1_000) @Max(1_000) @JsonPropertyDescription(
                "Which of several autoscaled groups grows first where more than one would do: the one with the higher number; 0 by default. Among equals the one whose pods offer less.")
        Integer priority,

        @DurationText
        @ValidationRule(value = Patterns.IS_DURATION, message = Patterns.DURATION_IN_WORDS)
        @JsonPropertyDescription(
                "How long a replica is idle before it goes; autoscaling.idleTimeout of the cluster by default.")
        @Nullable String idleTimeout,

        @DurationText
        @ValidationRule(value = Patterns.IS_DURATION, message = Patterns.DURATION_IN_WORDS)
        @JsonPropertyDescription(
                "How long new pods may take to join before another group is tried; 10m by default. The group is tried again after as long.")
        @Nullable String provisionTimeout,

        @Default("1")
        @Min(1) @Max(256) @JsonPropertyDescription(
                "How many pods one replica is; 1 by default. Those of one replica are made and removed together, and have its number in the label mosaic.dev/replica.")
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
                message = "GPUs are not said in capacity: write accelerator, then workers find the devices they got")
        @JsonPropertyDescription(
                "What each pod offers to tesserae and tasks: cpu, memory, and labels of your own such as fpga: 4. By default, processors and memory that the pod has.")
        Map<String, Quantity> capacity,

        @JsonPropertyDescription("Devices that each pod gets, such as GPUs. None by default.") @Nullable AcceleratorSpec accelerator,

        @Size(max = 64) @JsonPropertyDescription("Labels of the group's pods, beside those of the operator.")
        Map<String, String> labels,

        @Size(max = 64) @JsonPropertyDescription("Arguments for the JVMs of the workers, such as -Xmx4g, one by one.")
        List<String> jvmArguments,

        @Default("1m")
        @DurationText
        @ValidationRule(value = Patterns.IS_DURATION, message = Patterns.DURATION_IN_WORDS)
        @JsonPropertyDescription(
                "How long tesserae and tasks of a pod that ends have to move or to finish; 1m by default.")
        String drainTimeout,

        @Size(max = 32) @JsonPropertyDescription("Labels that a node must have for pods of the group, beside the cluster's.")
        Map<String, String> nodeSelector,

        @Size(max = 32) @JsonPropertyDescription("Taints of nodes that pods of the group put up with, beside the cluster's.")
        List<TolerationSpec> tolerations,

        @JsonPropertyDescription(
                "An Affinity of Kubernetes: near which nodes and pods those of the group run; the cluster's by default.")
        @Nullable JsonNode affinity,

        @Size(max = 16) @JsonPropertyDescription(
                "TopologySpreadConstraints of Kubernetes for pods of the group; the cluster's by default. Without labelSelector they count the pods of the same group.")
        List<JsonNode> topologySpreadConstraints,

        @Size(min = 1, max = 253) @JsonPropertyDescription("PriorityClass of pods of the group; the cluster's by default.")
        @Nullable String priorityClassName,

        @Default("{}") @JsonPropertyDescription("How fast pods of an old revision are replaced.")
        UpdateStrategySpec updateStrategy,

        @JsonPropertyDescription("What is laid over the pods of the group.")
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

    /** Where its pods may run. */
    public PodPlacement placement() {
        return new PodPlacement(nodeSelector, tolerations, affinity, topologySpreadConstraints, priorityClassName);
    }

    /** With what is not said. */
    public Resources wholeResources() {
        return resources.orElse("1", "2Gi");
    }

    /** Whether what waits and what is idle say how many there are. */
    public boolean autoscales() {
        return maxReplicas != null;
    }

    /** How long a replica is idle before it goes. */
    public Duration idle(AutoscalingSpec ofCluster) {
        return Durations.of(Objects.requireNonNullElse(idleTimeout, ofCluster.idleTimeout()));
    }

    /** How long new pods may take to join. */
    public Duration provision() {
        return Durations.of(Objects.requireNonNullElse(provisionTimeout, PROVISION_TIMEOUT));
    }

    /** How long a pod that ends has. */
    public Duration drain() {
        return Durations.of(drainTimeout);
    }
}
