package dev.mosaic.crd;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.ValidationRule;
import java.time.Duration;
import java.util.Objects;

/** The settings for an idle cluster: when it is idle, and what happens then. */
@Fields
public record IdleSpec(
        @Default("30m")
        @DurationText
        @ValidationRule(value = Patterns.IS_DURATION, message = Patterns.DURATION_IN_WORDS)
        @ValidationRule(
                value = "!" + Patterns.IS_DURATION + " || duration(self) >= duration('60s')",
                message = "after must be at least 60s: a program that reconnects is away for some seconds")
        @JsonPropertyDescription(
                "Time after which the cluster is idle, if no program is connected and nothing runs; 30m by default, at least 60s.")
        String after,

        @Default("Suspend")
        @JsonPropertyDescription(
                "What happens to an idle cluster: None (only the condition Idle is set), Suspend (its pods end until the annotation mosaic.dev/resume or the spec changes) or Delete. Suspend by default.")
        IdleAction action) {
    private static final String AFTER = "30m";

    public IdleSpec {
        after = Objects.requireNonNullElse(after, AFTER);
        action = Objects.requireNonNullElse(action, IdleAction.SUSPEND);
    }

    /** The time after which an unused cluster is idle. */
    public Duration time() {
        return Durations.of(after);
    }
}
