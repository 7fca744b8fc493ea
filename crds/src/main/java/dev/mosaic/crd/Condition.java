package dev.mosaic.crd;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import org.jspecify.annotations.Nullable;

/** A condition of a resource, such as Ready, in the standard form (KEP-1623) that {@code kubectl wait --for=condition=} reads. */
@Fields
public record Condition(
        @Required
        @Size(min = 1, max = 316) @Pattern("^[A-Za-z][A-Za-z0-9]*$") @JsonPropertyDescription("Name of the condition, such as Ready.")
        String type,

        @Required @JsonPropertyDescription("Whether the condition holds: True, False or Unknown.")
        ConditionStatus status,

        @Min(0) @JsonPropertyDescription("The metadata.generation for which the status was found.") @Nullable Long observedGeneration,

        @Required @JsonPropertyDescription("Time of the last change of the status, such as 2026-01-31T12:00:00Z.")
        String lastTransitionTime,

        @Required
        @Size(min = 1, max = 1024) @Pattern("^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$") @JsonPropertyDescription("Reason for the status, as one word for programs.")
        String reason,

        @Required
        @Size(max = 32768) @JsonInclude(JsonInclude.Include.ALWAYS)
        @JsonPropertyDescription("Reason for the status, as a sentence for people; may be empty.")
        String message) {}
