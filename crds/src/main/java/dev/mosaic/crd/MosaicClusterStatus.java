package dev.mosaic.crd;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Size;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a cluster is: made from what the operator sees. Of it the operator reads times, the head's restarts, and the suspension. */
@Fields
@JsonClassDescription("What the cluster is, as the operator sees it.")
public record MosaicClusterStatus(
        @Min(0) @JsonPropertyDescription("The metadata.generation that the operator has seen.") @Nullable Long observedGeneration,

        @JsonPropertyDescription("The cluster in one word, for people; programs read the conditions.") @Nullable Phase phase,

        @Size(max = 32) @JsonPropertyDescription(
                "What is so and what is not: Accepted, Ready, Progressing, Degraded, HeadReady, WarehouseReady and others.")
        List<Condition> conditions,

        @JsonPropertyDescription(
                "Version of Mosaic in the pods that are there: the tag of their images; with the word mixed and all of them where they differ. Absent where there is no pod.")
        @Nullable String version,

        @JsonPropertyDescription(
                "What the pods are made from, as a hash; pods have it in the label mosaic.dev/revision.")
        @Nullable String revision,

        @JsonPropertyDescription("The head as it is.") @Nullable HeadStatus head,

        @JsonPropertyDescription("The warehouse as it is.") @Nullable WarehouseStatus warehouse,

        @JsonPropertyDescription("The worker pods of all groups as they are.") @Nullable WorkersStatus workers,

        @Size(max = 64) @JsonPropertyDescription("Each group as it is.")
        List<WorkerGroupStatus> workerGroups,

        @JsonPropertyDescription("Where the cluster can be reached.") @Nullable Endpoints endpoints,

        @JsonPropertyDescription("Why and since when it is suspended, or on its way there; absent where it is not.")
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

    /** The condition of that type. */
    public Optional<Condition> condition(String type) {
        return conditions.stream().filter(each -> each.type().equals(type)).findFirst();
    }
}
