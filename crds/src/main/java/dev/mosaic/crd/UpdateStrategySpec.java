package dev.mosaic.crd;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.Objects;

/** How fast pods of an old revision are replaced. Each is drained before it goes. */
@Fields
@ValidationRule(
        value = "self.maxUnavailable > 0 || self.maxSurge > 0",
        message = "maxUnavailable and maxSurge cannot both be 0: nothing could be replaced")
public record UpdateStrategySpec(
        @Default("1")
        @Min(0) @Max(Patterns.MAX_REPLICAS) @JsonPropertyDescription(
                "How many pods may be missing or not ready while pods are replaced; 1 by default. Where so many new ones do not get ready, the old ones stay.")
        Integer maxUnavailable,

        @Default("0")
        @Min(0) @Max(Patterns.MAX_REPLICAS) @JsonPropertyDescription(
                "How many pods more than replicas there may be while pods are replaced; 0 by default. Of groups with hostsPerReplica it is not used.")
        Integer maxSurge) {
    /** One at a time. */
    public static final UpdateStrategySpec DEFAULT = new UpdateStrategySpec(1, 0);

    public UpdateStrategySpec {
        maxUnavailable = Objects.requireNonNullElse(maxUnavailable, 1);
        maxSurge = Objects.requireNonNullElse(maxSurge, 0);
    }
}
