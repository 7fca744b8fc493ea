package dev.mosaic.crd;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import org.jspecify.annotations.Nullable;

/** One run of main. */
@Fields
public record AttemptStatus(
        @Required @Min(1) @JsonPropertyDescription("Its number, from 1 on.")
        Integer number,

        @Required @JsonPropertyDescription("Its pod; the log is there.")
        String pod,

        @JsonPropertyDescription("The cluster on which it ran.") @Nullable String clusterName,

        @JsonPropertyDescription("When main began, as 2026-01-31T12:00:00Z.") @Nullable String startTime,

        @JsonPropertyDescription("When it ended.") @Nullable String endTime,

        @Min(0) @Max(255) @JsonPropertyDescription("Main's exit code, where it is known.") @Nullable Integer exitCode,

        @JsonPropertyDescription("Why it ended.") @Nullable AttemptEnd reason,

        @Size(max = 1024) @JsonPropertyDescription("What is known of that, for people.") @Nullable String message) {
    /** Whether it is over. */
    public boolean over() {
        return endTime != null;
    }
}
