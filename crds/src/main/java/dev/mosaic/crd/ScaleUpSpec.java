package dev.mosaic.crd;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import java.util.Objects;

/** How autoscaled groups grow. */
@Fields
public record ScaleUpSpec(
        @Default("100")
        @Min(1) @Max(Patterns.MAX_REPLICAS) @JsonPropertyDescription(
                "How many replicas of a group may be on their way at a time; 100 by default. The next are asked for as these join.")
        Integer maxPendingReplicas) {
    /** A hundred at a time. */
    public static final ScaleUpSpec DEFAULT = new ScaleUpSpec(100);

    public ScaleUpSpec {
        maxPendingReplicas = Objects.requireNonNullElse(maxPendingReplicas, 100);
    }
}
