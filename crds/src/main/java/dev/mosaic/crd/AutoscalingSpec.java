package dev.mosaic.crd;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The settings of autoscaling: how worker groups with {@code maxReplicas} grow and shrink. */
@Fields
public record AutoscalingSpec(
        @Default("false")
        @JsonPropertyDescription(
                "Whether autoscaling is paused: groups keep their size, even if work waits or replicas are idle. False by default.")
        Boolean paused,

        @Default("1m")
        @DurationText
        @ValidationRule(value = Patterns.IS_DURATION, message = Patterns.DURATION_IN_WORDS)
        @JsonPropertyDescription(
                "How long a replica is idle before it is removed; 1m by default. A group can set another time.")
        String idleTimeout,

        @Min(1) @Max(1_000_000) @JsonPropertyDescription(
                "The largest number of worker pods of all groups together, including groups that are not autoscaled. No limit by default.")
        @Nullable Integer maxWorkers,

        @Min(0) @Max(1_000_000) @JsonPropertyDescription(
                "The largest number of devices, such as GPUs, of the pods of all groups together. No limit by default.")
        @Nullable Integer maxAccelerators,

        @Default("{}") @JsonPropertyDescription("How groups grow.")
        ScaleUpSpec scaleUp,

        @Default("{}") @JsonPropertyDescription("How groups shrink.")
        ScaleDownSpec scaleDown) {
    private static final String IDLE_TIMEOUT = "1m";

    /** One minute, without limits. */
    public static final AutoscalingSpec DEFAULT =
            new AutoscalingSpec(false, IDLE_TIMEOUT, null, null, ScaleUpSpec.DEFAULT, ScaleDownSpec.DEFAULT);

    public AutoscalingSpec {
        paused = Objects.requireNonNullElse(paused, false);
        idleTimeout = Objects.requireNonNullElse(idleTimeout, IDLE_TIMEOUT);
        scaleUp = Objects.requireNonNullElse(scaleUp, ScaleUpSpec.DEFAULT);
        scaleDown = Objects.requireNonNullElse(scaleDown, ScaleDownSpec.DEFAULT);
    }
}
