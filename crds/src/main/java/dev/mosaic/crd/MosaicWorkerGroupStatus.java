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

/** What a group is. */
@Fields
@JsonClassDescription("What the group is, as the operator sees it.")
public record MosaicWorkerGroupStatus(
        @Min(0) @JsonPropertyDescription("The metadata.generation that the operator has seen.") @Nullable Long observedGeneration,

        @StatusReplicas @Min(0) @JsonPropertyDescription("How many replicas there are, without those that end.")
        Integer replicas,

        @Min(0) @JsonPropertyDescription("How many of them are ready, with all their pods.")
        Integer readyReplicas,

        @Min(0) @JsonPropertyDescription("How many of them are not ready yet.")
        Integer pendingReplicas,

        @Min(0) @JsonPropertyDescription("How many take nothing more, or end.")
        Integer drainingReplicas,

        @Min(0) @JsonPropertyDescription("How many of the ready ones have nothing to do; only of autoscaled groups.")
        @Nullable Integer idleReplicas,

        @Min(0) @JsonPropertyDescription("How many devices, such as GPUs, the ready pods have.")
        Integer accelerators,

        @Min(0) @JsonPropertyDescription("How many replicas are of the newest revision.")
        Integer updatedReplicas,

        @JsonPropertyDescription(
                "What new pods are made from, as a hash; pods have it in the label mosaic.dev/revision.")
        @Nullable String revision,

        @JsonPropertyDescription("Versions of Mosaic in its pods: the tags of their images.") @Nullable String version,

        @LabelSelector
        @JsonPropertyDescription("Labels by which the group's pods are found, as kubectl get -l takes them.")
        @Nullable String selector,

        @Size(max = 36) @JsonPropertyDescription(
                "What a pod of this revision offers to tesserae and tasks, as the first one that joined has said: cpu, gpu, memory, and what capacity names.")
        Map<String, Quantity> offer,

        @Size(max = 32) @JsonPropertyDescription("What is so and what is not: Ready, Unschedulable, ScalingActive and others.")
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

    /** The condition of that type. */
    public Optional<Condition> condition(String type) {
        return conditions.stream().filter(each -> each.type().equals(type)).findFirst();
    }
}
