package dev.mosaic.crd;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.ValidationRule;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The settings for how autoscaled groups shrink. */
@Fields
public record ScaleDownSpec(
        @Default("1m")
        @DurationText
        @ValidationRule(value = Patterns.IS_DURATION, message = Patterns.DURATION_IN_WORDS)
        @JsonPropertyDescription(
                "How long fewer replicas must have been enough before a group shrinks; 1m by default. A group also does not shrink within this time after it grew.")
        String stabilization,

        @Min(1) @Max(Patterns.MAX_REPLICAS) @JsonPropertyDescription(
                "Largest number of replicas of a group that are removed in a minute. No limit by default.")
        @Nullable Integer maxPerMinute) {
    private static final String STABILIZATION = "1m";

    /** After a minute, as many as are idle. */
    public static final ScaleDownSpec DEFAULT = new ScaleDownSpec(STABILIZATION, null);

    public ScaleDownSpec {
        stabilization = Objects.requireNonNullElse(stabilization, STABILIZATION);
    }

    /** How long fewer replicas must have been enough before a group shrinks. */
    public Duration stable() {
        return Durations.of(stabilization);
    }
}
