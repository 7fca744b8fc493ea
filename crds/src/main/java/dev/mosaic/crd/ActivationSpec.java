package dev.mosaic.crd;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** When a {@link Tessera} is in memory. */
@Fields
public record ActivationSpec(
        @Default("Eager")
        @JsonPropertyDescription("Eager: it is made at once; OnDemand: with the first call. Eager unless said.")
        ActivationMode mode,

        @DurationText
        @ValidationRule(value = Patterns.IS_DURATION, message = Patterns.DURATION_IN_WORDS)
        @JsonPropertyDescription(
                "It leaves its worker when nobody has called it for so long; its state is kept, and the next call brings it back. Never unless said.")
        @Nullable String passivateAfter,

        @Default("60s")
        @DurationText
        @ValidationRule(value = Patterns.IS_DURATION, message = Patterns.DURATION_IN_WORDS)
        @JsonPropertyDescription(
                "How long calls wait until it is there, then they are answered with 503; 60s unless said.")
        String activationTimeout) {
    /** At once, and for ever. */
    public static final ActivationSpec DEFAULT = new ActivationSpec(ActivationMode.EAGER, null, "60s");

    public ActivationSpec {
        mode = Objects.requireNonNullElse(mode, ActivationMode.EAGER);
        activationTimeout = Objects.requireNonNullElse(activationTimeout, "60s");
    }
}
