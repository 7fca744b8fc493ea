package dev.mosaic.crd;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Required;
import org.jspecify.annotations.Nullable;

/** A suspension that has begun. It is carried through before the cluster is resumed. */
@Fields
public record SuspensionStatus(
        @Required @JsonPropertyDescription("Requested by the spec, or because it was Idle.")
        SuspensionReason reason,

        @Required @JsonPropertyDescription("When it began, as 2026-01-31T12:00:00Z.")
        String since,

        @Min(0) @JsonPropertyDescription(
                "The metadata.generation it began with: a cluster that was idle is resumed by another.")
        Long generation,

        @JsonPropertyDescription(
                "What the annotation mosaic.dev/resume said when it began: a cluster that was idle is resumed where it says something else.")
        @Nullable String resume) {}
