package dev.mosaic.crd;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.ValidationRule;
import java.time.Duration;
import java.util.Objects;

/** The settings for when and on which cluster the next attempt of a job runs. */
@Fields
public record RetrySpec(
        @Default("10s")
        @DurationText
        @ValidationRule(value = Patterns.IS_DURATION, message = Patterns.DURATION_IN_WORDS)
        @JsonPropertyDescription(
                "Pause between the end of the first attempt and the next one; 10s by default. It doubles with each attempt, up to 5m.")
        String backoff,

        @Default("SameCluster")
        @JsonPropertyDescription("Cluster of the next attempt: SameCluster or NewCluster; SameCluster by default.")
        RetryPolicy policy) {
    private static final String BACKOFF = "10s";

    /** All fields have their defaults. */
    public static final RetrySpec DEFAULT = new RetrySpec(BACKOFF, RetryPolicy.SAME_CLUSTER);

    public RetrySpec {
        backoff = Objects.requireNonNullElse(backoff, BACKOFF);
        policy = Objects.requireNonNullElse(policy, RetryPolicy.SAME_CLUSTER);
    }

    /** The pause before the second attempt. */
    public Duration firstPause() {
        return Durations.of(backoff);
    }
}
