package dev.mosaic.crd;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.ValidationRule;
import java.time.Duration;
import java.util.Objects;

/** When a cluster is idle, and what comes of that. */
@Fields
public record IdleSpec(
        @Default("30m")
        @DurationText
        @ValidationRule(value = Patterns.IS_DURATION, message = Patterns.DURATION_IN_WORDS)
        @ValidationRule(
                value = "!" + Patterns.IS_DURATION + " || duration(self) >= duration('60s')",
                message = "after must be at least 60s: a program that reconnects is away for some seconds")
        @JsonPropertyDescription(
                "How long no program is attached and nothing runs before the cluster is idle; 30m by default, 60s at least.")
        String after,

        @Default("Suspend")
        @JsonPropertyDescription(
                "What is done then: None (the condition Idle says it), Suspend (its pods go, until the annotation mosaic.dev/resume or the spec changes) or Delete.")
        IdleAction action) {
    private static final String AFTER = "30m";

    public IdleSpec {
        after = Objects.requireNonNullElse(after, AFTER);
        action = Objects.requireNonNullElse(action, IdleAction.SUSPEND);
    }

    /** How long nobody uses it before it is idle. */
    public Duration time() {
        return Durations.of(after);
    }
}
