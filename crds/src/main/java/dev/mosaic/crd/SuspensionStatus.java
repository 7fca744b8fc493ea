package dev.mosaic.crd;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Required;
import org.jspecify.annotations.Nullable;

/** The status of a suspension that has begun. It is completed before the cluster can be resumed. */
@Fields
public record SuspensionStatus(
        @Required @JsonPropertyDescription("Why the cluster is suspended: Requested (by the spec) or Idle.")
        SuspensionReason reason,

        @Required @JsonPropertyDescription("Time when the suspension began, such as 2026-01-31T12:00:00Z.")
        String since,

        @Min(0) @JsonPropertyDescription(
                "The metadata.generation when the suspension began. A cluster that was idle is resumed when the generation changes.")
        Long generation,

        @JsonPropertyDescription(
                "Value of the annotation mosaic.dev/resume when the suspension began. A cluster that was idle is resumed when the value changes.")
        @Nullable String resume) {}
