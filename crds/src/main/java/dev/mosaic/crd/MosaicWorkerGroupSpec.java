package dev.mosaic.crd;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import io.fabric8.kubernetes.model.annotation.SpecReplicas;
import java.util.Objects;

/** The spec of a {@link MosaicWorkerGroup}: its number of replicas. The spec of the cluster defines the pods. */
@Fields
@JsonClassDescription("The number of replicas of the group. The spec of the cluster defines its pods.")
public record MosaicWorkerGroupSpec(
        @Required
        @Size(min = 1, max = 40) @Pattern(Patterns.CLUSTER_NAME) @ValidationRule(
                value = "self.matches('" + Patterns.CLUSTER_NAME + "')",
                message =
                        "write the name of a MosaicCluster in the same namespace: at most 40 small letters, digits and '-'")
        @ValidationRule(
                value = "self == oldSelf",
                message = "clusterName cannot change: a group stays with its cluster")
        @JsonPropertyDescription("Name of the MosaicCluster in the same namespace. It cannot change.")
        String clusterName,

        @Required
        @Size(min = 1, max = 20) @Pattern(Patterns.GROUP_NAME) @ValidationRule(value = Patterns.IS_GROUP_NAME, message = Patterns.GROUP_NAME_IN_WORDS)
        @ValidationRule(value = "self == oldSelf", message = "groupName cannot change: make another group")
        @JsonPropertyDescription("Name of the group in spec.workerGroups of the cluster. It cannot change.")
        String groupName,

        @SpecReplicas
        @Default("1")
        @Min(0) @Max(Patterns.MAX_REPLICAS) @JsonPropertyDescription(
                "Number of replicas; 1 by default. A replica is one pod, unless the group has hostsPerReplica.")
        Integer replicas) {
    public MosaicWorkerGroupSpec {
        replicas = Objects.requireNonNullElse(replicas, 1);
    }

    /** A copy with this number of replicas. */
    public MosaicWorkerGroupSpec withReplicas(int newReplicas) {
        return new MosaicWorkerGroupSpec(clusterName, groupName, newReplicas);
    }
}
