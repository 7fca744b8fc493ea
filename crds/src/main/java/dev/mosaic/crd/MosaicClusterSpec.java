package dev.mosaic.crd;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The spec of a {@link MosaicCluster}: its desired state. */
@Fields
@JsonClassDescription(
        "The desired state of the cluster. All fields have defaults; an empty spec makes a head and a warehouse.")
@ValidationRule(
        value = "!(has(self.version) && has(self.image))",
        message = "give image or version, not both: version is a tag of the operator's own image")
public record MosaicClusterSpec(
        @Size(min = 1, max = 128) @ValidationRule(
                value = "self.matches('^[A-Za-z0-9_][-A-Za-z0-9_.]*$')",
                message = "write a version such as 0.1.0: it is the tag of an image")
        @JsonPropertyDescription(
                "Version of Mosaic in all pods, such as 0.1.0: the tag of the runtime image that the operator knows. The operator's own version by default.")
        @Nullable String version,

        @Size(min = 1, max = 512) @ValidationRule(
                value = "self.matches('^[^ ]+$')",
                message = "an image has no blanks: write it as registry/name:tag")
        @JsonPropertyDescription("Image of all pods, such as registry/mosaic/runtime:0.1.0, instead of the operator's.")
        @Nullable String image,

        @Default("IfNotPresent")
        @JsonPropertyDescription(
                "When a node pulls the image from the registry: Always, IfNotPresent or Never; IfNotPresent by default.")
        ImagePullPolicy imagePullPolicy,

        @Size(max = 16) @JsonPropertyDescription("Secrets that are needed to pull the image.")
        List<SecretReference> imagePullSecrets,

        @Size(max = 32) @JsonPropertyDescription(
                "Labels that a node must have for all pods of the cluster and of jobs on it. Head, warehouse, groups and jobs can add labels, or replace the value of a label.")
        Map<String, String> nodeSelector,

        @Size(max = 32) @JsonPropertyDescription(
                "Taints of nodes that all pods of the cluster and of jobs on it tolerate. Head, warehouse, groups and jobs can add further taints.")
        List<TolerationSpec> tolerations,

        @JsonPropertyDescription(
                "An Affinity of Kubernetes for all pods of the cluster and of jobs on it. The affinity of the head, the warehouse, a group or a job replaces it completely.")
        @Nullable JsonNode affinity,

        @Size(max = 16) @JsonPropertyDescription(
                "TopologySpreadConstraints of Kubernetes for all pods of the cluster and of jobs on it; those of the head, the warehouse, a group or a job replace them completely. Without labelSelector they count the pods of the same role, group or job.")
        List<JsonNode> topologySpreadConstraints,

        @Size(min = 1, max = 253) @JsonPropertyDescription(
                "PriorityClass of all pods of the cluster and of jobs on it, unless the head, the warehouse, a group or a job has another one.")
        @Nullable String priorityClassName,

        @Default("{}")
        @JsonPropertyDescription(
                "The head: it knows all members of the cluster, places tesserae and tasks, and accepts programs.")
        HeadSpec head,

        @Default("{}")
        @JsonPropertyDescription("The warehouse: the object store of the cluster, in memory, on disk, and in a bucket.")
        WarehouseSpec warehouse,

        @Size(max = 32) @JsonPropertyDescription("Groups of workers, each of pods that are all the same. Without any, nothing runs.")
        List<WorkerGroupSpec> workerGroups,

        @Default("{}") @JsonPropertyDescription("How groups with maxReplicas grow and shrink.")
        AutoscalingSpec autoscaling,

        @Default("{}") @JsonPropertyDescription("Keys and network policies: the access to the cluster.")
        SecuritySpec security,

        @Default("{}") @JsonPropertyDescription("Limits for voluntary disruptions, such as kubectl drain of a node.")
        DisruptionSpec disruption,

        @Default("false")
        @JsonPropertyDescription(
                "Whether the cluster is suspended: workers are drained and end, then warehouse and head; keys, volumes, bucket and the replicas of groups are kept. A suspension that has begun is completed before the cluster can be resumed.")
        Boolean suspend,

        @JsonPropertyDescription("What happens when the cluster is idle. Nothing by default.") @Nullable IdleSpec idle,

        @Default("15m")
        @DurationText
        @ValidationRule(value = Patterns.IS_DURATION, message = Patterns.DURATION_IN_WORDS)
        @JsonPropertyDescription(
                "How long no further pod may become ready while pods are created or replaced; 15m by default. After this time the condition Progressing has the reason ProgressDeadlineExceeded.")
        String progressDeadline) {
    private static final String PROGRESS_DEADLINE = "15m";

    /** All defaults: a head and a warehouse. */
    public static final MosaicClusterSpec DEFAULT = new MosaicClusterSpec(
            null,
            null,
            ImagePullPolicy.IF_NOT_PRESENT,
            List.of(),
            Map.of(),
            List.of(),
            null,
            List.of(),
            null,
            HeadSpec.DEFAULT,
            WarehouseSpec.DEFAULT,
            List.of(),
            AutoscalingSpec.DEFAULT,
            SecuritySpec.DEFAULT,
            DisruptionSpec.DEFAULT,
            false,
            null,
            PROGRESS_DEADLINE);

    public MosaicClusterSpec {
        imagePullPolicy = Objects.requireNonNullElse(imagePullPolicy, ImagePullPolicy.IF_NOT_PRESENT);
        imagePullSecrets = Values.list(imagePullSecrets);
        nodeSelector = Values.map(nodeSelector);
        tolerations = Values.list(tolerations);
        topologySpreadConstraints = Values.list(topologySpreadConstraints);
        head = Objects.requireNonNullElse(head, HeadSpec.DEFAULT);
        warehouse = Objects.requireNonNullElse(warehouse, WarehouseSpec.DEFAULT);
        workerGroups = Values.list(workerGroups);
        autoscaling = Objects.requireNonNullElse(autoscaling, AutoscalingSpec.DEFAULT);
        security = Objects.requireNonNullElse(security, SecuritySpec.DEFAULT);
        disruption = Objects.requireNonNullElse(disruption, DisruptionSpec.DEFAULT);
        suspend = Objects.requireNonNullElse(suspend, false);
        progressDeadline = Objects.requireNonNullElse(progressDeadline, PROGRESS_DEADLINE);
    }

    /** The nodes on which pods may run, unless their role has other settings. */
    public PodPlacement placement() {
        return new PodPlacement(nodeSelector, tolerations, affinity, topologySpreadConstraints, priorityClassName);
    }

    /** The progress deadline as a duration. */
    public Duration progressTime() {
        return Durations.of(progressDeadline);
    }

    /** The group with this name; empty if there is none. */
    public Optional<WorkerGroupSpec> group(String name) {
        return workerGroups.stream().filter(each -> each.name().equals(name)).findFirst();
    }
}
