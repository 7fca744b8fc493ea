package dev.mosaic.crd;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import org.jspecify.annotations.Nullable;

/** One thing that is so or not, in the form of KEP-1623, which {@code kubectl wait --for=condition=} reads. */
@Fields
public record Condition(
        @Required
        @Size(min = 1, max = 316) @Pattern("^[A-Za-z][A-Za-z0-9]*$") @JsonPropertyDescription("What is so or not, such as Ready.")
        String type,

        @Required @JsonPropertyDescription("Whether it is so: True, False or Unknown.")
        ConditionStatus status,

        @Min(0) @JsonPropertyDescription("The metadata.generation for which it was found so.") @Nullable Long observedGeneration,

        @Required @JsonPropertyDescription("When status changed last, as 2026-01-31T12:00:00Z.")
        String lastTransitionTime,

        @Required
        @Size(min = 1, max = 1024) @Pattern("^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$") @JsonPropertyDescription("Why, as one word for programs.")
        String reason,

        @Required
        @Size(max = 32768) @JsonInclude(JsonInclude.Include.ALWAYS)
        @JsonPropertyDescription("Why, as a sentence for people; may be empty.")
        String message) {}
