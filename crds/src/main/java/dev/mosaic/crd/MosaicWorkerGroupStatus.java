package dev.mosaic.crd;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Size;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.model.annotation.LabelSelector;
import io.fabric8.kubernetes.model.annotation.StatusReplicas;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The status of a {@link MosaicWorkerGroup}. */
@Fields
@JsonClassDescription("The state of the group, as the operator sees it.")
public record MosaicWorkerGroupStatus(
        @Min(0) @JsonPropertyDescription("The metadata.generation that the operator has seen.") @Nullable Long observedGeneration,

        @StatusReplicas @Min(0) @JsonPropertyDescription("Number of replicas, without those that are ending.")
        Integer replicas,

        @Min(0) @JsonPropertyDescription("Number of replicas of which all pods are ready.")
        Integer readyReplicas,

        @Min(0) @JsonPropertyDescription("Number of replicas that are not ready yet.")
        Integer pendingReplicas,

        @Min(0) @JsonPropertyDescription("Number of replicas that accept no new work, or are ending.")
        Integer drainingReplicas,

        @Min(0) @JsonPropertyDescription("Number of ready replicas that have nothing to do; only for autoscaled groups.")
        @Nullable Integer idleReplicas,

        @Min(0) @JsonPropertyDescription("Number of devices, such as GPUs, of the ready pods.")
        Integer accelerators,

        @Min(0) @JsonPropertyDescription("Number of replicas of the newest revision.")
        Integer updatedReplicas,

        @JsonPropertyDescription(
                "Hash of the settings from which new pods are made. Pods have it in the label mosaic.dev/revision.")
        @Nullable String revision,

        @JsonPropertyDescription("Versions of Mosaic in its pods: the tags of their images.") @Nullable String version,

        @LabelSelector
        @JsonPropertyDescription("Labels by which the group's pods are found, as kubectl get -l takes them.")
        @Nullable String selector,

        @Size(max = 36) @JsonPropertyDescription(
                "Resources that a pod of this revision offers to tesserae and tasks, as reported by the first pod that joined: cpu, gpu, memory, and those in capacity.")
        Map<String, Quantity> offer,

        @Size(max = 32) @JsonPropertyDescription("Conditions of the group: Ready, Unschedulable, ScalingActive and others.")
        List<Condition> conditions) {
    public MosaicWorkerGroupStatus {
        replicas = Objects.requireNonNullElse(replicas, 0);
        readyReplicas = Objects.requireNonNullElse(readyReplicas, 0);
        pendingReplicas = Objects.requireNonNullElse(pendingReplicas, 0);
        drainingReplicas = Objects.requireNonNullElse(drainingReplicas, 0);
        accelerators = Objects.requireNonNullElse(accelerators, 0);
        updatedReplicas = Objects.requireNonNullElse(updatedReplicas, 0);
        offer = Values.map(offer);
        conditions = Values.list(conditions);
    }

    /** The condition of this type; empty if there is none. */
    public Optional<Condition> condition(String type) {
        return conditions.stream().filter(each -> each.type().equals(type)).findFirst();
    }
}
