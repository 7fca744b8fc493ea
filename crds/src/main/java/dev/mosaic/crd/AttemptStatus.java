package dev.mosaic.crd;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import org.jspecify.annotations.Nullable;

/** The status of one attempt of a job, which is one run of main. */
@Fields
public record AttemptStatus(
        @Required @Min(1) @JsonPropertyDescription("Number of the attempt; the first one has 1.")
        Integer number,

        @Required @JsonPropertyDescription("Name of the pod of this attempt, which has the log.")
        String pod,

        @JsonPropertyDescription("The cluster on which it ran.") @Nullable String clusterName,

        @JsonPropertyDescription("Time when main began, such as 2026-01-31T12:00:00Z.") @Nullable String startTime,

        @JsonPropertyDescription("Time when the attempt ended; absent while it runs.") @Nullable String endTime,

        @Min(0) @Max(255) @JsonPropertyDescription("Exit code of main, if it is known.") @Nullable Integer exitCode,

        @JsonPropertyDescription("Reason why the attempt ended.") @Nullable AttemptEnd reason,

        @Size(max = 1024) @JsonPropertyDescription("Details of the reason, as text for people.") @Nullable String message) {
    /** Whether the attempt has ended. */
    public boolean over() {
        return endTime != null;
    }
}
