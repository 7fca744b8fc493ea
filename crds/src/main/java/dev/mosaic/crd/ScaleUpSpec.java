package dev.mosaic.crd;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import java.util.Objects;

/** The settings for how autoscaled groups grow. */
@Fields
public record ScaleUpSpec(
        @Default("100")
        @Min(1) @Max(Patterns.MAX_REPLICAS) @JsonPropertyDescription(
                "Largest number of replicas of a group that may be starting at the same time; 100 by default. Further replicas are created when these join.")
        Integer maxPendingReplicas) {
    /** A hundred at a time. */
    public static final ScaleUpSpec DEFAULT = new ScaleUpSpec(100);

    public ScaleUpSpec {
        maxPendingReplicas = Objects.requireNonNullElse(maxPendingReplicas, 100);
    }
}
