package dev.mosaic.crd;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Size;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The status of a {@link MosaicJob}. */
@Fields
@JsonClassDescription("The state of the job, as the operator sees it.")
public record MosaicJobStatus(
        @Min(0) @JsonPropertyDescription("The metadata.generation that the operator has seen.") @Nullable Long observedGeneration,

        @JsonPropertyDescription("State of the job in one word, for people.") @Nullable JobPhase phase,

        @JsonPropertyDescription("The cluster of the attempt that runs, or of the next one.") @Nullable String clusterName,

        @Size(max = 10) @JsonPropertyDescription("The last ten attempts, oldest first.")
        List<AttemptStatus> attempts,

        @Min(0) @JsonPropertyDescription("Number of attempts so far.")
        Integer attemptCount,

        @Min(0) @JsonPropertyDescription("Number of failed attempts, which count against backoffLimit.")
        Integer failures,

        @Min(0) @JsonPropertyDescription(
                "Number of attempts that ended without counting as failures: preempted, evicted, lost with their node, or by a rule.")
        Integer interruptions,

        @JsonPropertyDescription(
                "Time when the first pod was made; after the job was resumed, the time of the first pod since then.")
        @Nullable String startTime,

        @JsonPropertyDescription("Time when the job succeeded or failed.") @Nullable String completionTime,

        @Size(max = 32) @JsonPropertyDescription("Conditions of the job: Accepted, Suspended, Started, Complete and Failed.")
        List<Condition> conditions) {
    /** The operator has seen nothing. */
    public static final MosaicJobStatus NONE =
            new MosaicJobStatus(null, null, null, List.of(), 0, 0, 0, null, null, List.of());

    /** The largest number of attempts that a status lists. */
    public static final int MOST_ATTEMPTS = 10;

    public MosaicJobStatus {
        attempts = Values.list(attempts);
        attemptCount = Objects.requireNonNullElse(attemptCount, 0);
        failures = Objects.requireNonNullElse(failures, 0);
        interruptions = Objects.requireNonNullElse(interruptions, 0);
        conditions = Values.list(conditions);
    }

    /** The condition of that type. */
    public Optional<Condition> condition(String type) {
        return conditions.stream().filter(each -> each.type().equals(type)).findFirst();
    }

    /** Whether this condition exists and is true. */
    public boolean is(String type) {
        return condition(type)
                .filter(each -> each.status() == ConditionStatus.TRUE)
                .isPresent();
    }
}
