package dev.mosaic.crd;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.ValidationRule;
import java.time.Duration;
import java.util.Objects;

/** When and where the next attempt is. */
@Fields
public record RetrySpec(
        @Default("10s")
        @DurationText
        @ValidationRule(value = Patterns.IS_DURATION, message = Patterns.DURATION_IN_WORDS)
        @JsonPropertyDescription(
                "How long after the end of the first attempt the next one is made; 10s by default. It doubles with each, up to 5m.")
        String backoff,

        @Default("SameCluster")
        @JsonPropertyDescription("On which cluster the next attempt is; on the same by default.")
        RetryPolicy policy) {
    private static final String BACKOFF = "10s";

    /** Nothing is said. */
    public static final RetrySpec DEFAULT = new RetrySpec(BACKOFF, RetryPolicy.SAME_CLUSTER);

    public RetrySpec {
        backoff = Objects.requireNonNullElse(backoff, BACKOFF);
        policy = Objects.requireNonNullElse(policy, RetryPolicy.SAME_CLUSTER);
    }

    /** Before the second attempt. */
    public Duration firstPause() {
        return Durations.of(backoff);
    }
}
