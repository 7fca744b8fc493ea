package dev.mosaic.crd;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Size;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The status of a cluster, as the operator sees it. The operator reads back only times, the restarts of the head, and the suspension. */
@Fields
@JsonClassDescription("The state of the cluster, as the operator sees it.")
public record MosaicClusterStatus(
        @Min(0) @JsonPropertyDescription("The metadata.generation that the operator has seen.") @Nullable Long observedGeneration,

        @JsonPropertyDescription("State of the cluster in one word, for people. Programs should read the conditions.")
        @Nullable Phase phase,

        @Size(max = 32) @JsonPropertyDescription(
                "Conditions of the cluster: Accepted, Ready, Progressing, Degraded, HeadReady, WarehouseReady and others.")
        List<Condition> conditions,

        @JsonPropertyDescription(
                "Version of Mosaic in the pods: the tag of their images, or mixed and all tags if they differ. Absent if there is no pod.")
        @Nullable String version,

        @JsonPropertyDescription(
                "Hash of the settings from which the pods are made. Pods have it in the label mosaic.dev/revision.")
        @Nullable String revision,

        @JsonPropertyDescription("State of the head.") @Nullable HeadStatus head,

        @JsonPropertyDescription("State of the warehouse.") @Nullable WarehouseStatus warehouse,

        @JsonPropertyDescription("State of the worker pods of all groups.") @Nullable WorkersStatus workers,

        @Size(max = 64) @JsonPropertyDescription("State of each group.")
        List<WorkerGroupStatus> workerGroups,

        @JsonPropertyDescription("Addresses at which the cluster can be reached.") @Nullable Endpoints endpoints,

        @JsonPropertyDescription(
                "Why and since when the cluster is suspended or being suspended; absent if it is neither.")
        @Nullable SuspensionStatus suspension) {
    /** The operator has seen nothing. */
    public static final MosaicClusterStatus NONE = new MosaicClusterStatus(
            null, Phase.PENDING, List.of(), null, null, null, null, null, List.of(), null, null);

    public MosaicClusterStatus {
        conditions = Values.list(conditions);
        workerGroups = Values.list(workerGroups);
    }

    /** The same with other conditions. */
    public MosaicClusterStatus withConditions(List<Condition> other) {
        return new MosaicClusterStatus(
                observedGeneration,
                phase,
                other,
                version,
                revision,
                head,
                warehouse,
                workers,
                workerGroups,
                endpoints,
                suspension);
    }

    /** The condition of this type; empty if there is none. */
    public Optional<Condition> condition(String type) {
        return conditions.stream().filter(each -> each.type().equals(type)).findFirst();
    }
}
