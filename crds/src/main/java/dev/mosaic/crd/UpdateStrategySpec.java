package dev.mosaic.crd;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.Objects;

/** The settings for how fast pods of an old revision are replaced. Each pod is drained before it ends. */
@Fields
@ValidationRule(
        value = "self.maxUnavailable > 0 || self.maxSurge > 0",
        message = "maxUnavailable and maxSurge cannot both be 0: nothing could be replaced")
public record UpdateStrategySpec(
        @Default("1")
        @Min(0) @Max(Patterns.MAX_REPLICAS) @JsonPropertyDescription(
                "How many pods may be missing or not ready while pods are replaced; 1 by default. If as many new pods do not become ready, the old pods stay.")
        Integer maxUnavailable,

        @Default("0")
        @Min(0) @Max(Patterns.MAX_REPLICAS) @JsonPropertyDescription(
                "How many pods there may be in addition to replicas while pods are replaced; 0 by default. It is not used for groups with hostsPerReplica.")
        Integer maxSurge) {
    /** One at a time. */
    public static final UpdateStrategySpec DEFAULT = new UpdateStrategySpec(1, 0);

    public UpdateStrategySpec {
        maxUnavailable = Objects.requireNonNullElse(maxUnavailable, 1);
        maxSurge = Objects.requireNonNullElse(maxSurge, 0);
    }
}
