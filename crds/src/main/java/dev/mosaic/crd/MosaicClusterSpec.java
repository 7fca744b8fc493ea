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

/** What a cluster should be. */
@Fields
@JsonClassDescription("What the cluster should be. All has a default; an empty spec is a head and a warehouse.")
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
        @JsonPropertyDescription("When a node asks the registry for the image; IfNotPresent by default.")
        ImagePullPolicy imagePullPolicy,

        @Size(max = 16) @JsonPropertyDescription("Secrets with which the image may be had.")
        List<SecretReference> imagePullSecrets,

        @Size(max = 32) @JsonPropertyDescription(
                "Labels that a node must have for any pod of the cluster, and of jobs on it. Head, warehouse, groups and jobs add theirs; of one key theirs counts.")
        Map<String, String> nodeSelector,

        @Size(max = 32) @JsonPropertyDescription(
                "Taints of nodes that all pods of the cluster, and of jobs on it, put up with. Head, warehouse, groups and jobs add theirs.")
        List<TolerationSpec> tolerations,

        @JsonPropertyDescription(
                "An Affinity of Kubernetes for all pods of the cluster, and of jobs on it. Head, warehouse, group or job may say another, which takes its place as a whole.")
        @Nullable JsonNode affinity,

        @Size(max = 16) @JsonPropertyDescription(
                "TopologySpreadConstraints of Kubernetes for all pods of the cluster, and of jobs on it; others of a role take their place as a whole. Without labelSelector they count the pods of the same role, group or job.")
        List<JsonNode> topologySpreadConstraints,

        @Size(min = 1, max = 253) @JsonPropertyDescription(
                "PriorityClass of all pods of the cluster, and of jobs on it, unless head, warehouse, group or job say another.")
        @Nullable String priorityClassName,

        @Default("{}")
        @JsonPropertyDescription(
                "The head: it knows who belongs to the cluster, decides what runs where, and lets programs in.")
        HeadSpec head,

        @Default("{}")
        @JsonPropertyDescription("The warehouse: the home of all entries, in memory, on disk, and in a bucket.")
        WarehouseSpec warehouse,

        @Size(max = 32) @JsonPropertyDescription("Groups of workers, each of pods that are all the same. Without any, nothing runs.")
        List<WorkerGroupSpec> workerGroups,

        @Default("{}") @JsonPropertyDescription("How groups with maxReplicas grow and shrink.")
        AutoscalingSpec autoscaling,

        @Default("{}") @JsonPropertyDescription("Keys and network policies: the access to the cluster.")
        SecuritySpec security,

        @Default("{}") @JsonPropertyDescription("What those who empty nodes have to respect.")
        DisruptionSpec disruption,

        @Default("false")
        @JsonPropertyDescription(
                "Whether the cluster rests: workers are drained and go, then warehouse and head; keys, volumes, bucket and the groups' replicas stay. What has begun is carried through before the cluster is resumed.")
        Boolean suspend,

        @JsonPropertyDescription("What is done when the cluster is idle. Nothing by default.") @Nullable IdleSpec idle,

        @Default("15m")
        @DurationText
        @ValidationRule(value = Patterns.IS_DURATION, message = Patterns.DURATION_IN_WORDS)
        @JsonPropertyDescription(
                "How long pods may be made or replaced without that one more gets ready before the condition Progressing says ProgressDeadlineExceeded; 15m by default.")
        String progressDeadline) {
    private static final String PROGRESS_DEADLINE = "15m";

    /** Nothing is said: a head and a warehouse. */
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

    /** Where its pods may run, as far as their roles say nothing else. */
    public PodPlacement placement() {
        return new PodPlacement(nodeSelector, tolerations, affinity, topologySpreadConstraints, priorityClassName);
    }

    /** How long nothing may get on before that is said. */
    public Duration progressTime() {
        return Durations.of(progressDeadline);
    }

    /** The group of that name. */
    public Optional<WorkerGroupSpec> group(String name) {
        return workerGroups.stream().filter(each -> each.name().equals(name)).findFirst();
    }
}
