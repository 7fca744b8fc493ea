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
        @JsonPropertyDescription("Eager: it is made at once; OnDemand: with the first call. Eager by default.")
        ActivationMode mode,

        @DurationText
        @ValidationRule(value = Patterns.IS_DURATION, message = Patterns.DURATION_IN_WORDS)
        @JsonPropertyDescription(
                "It leaves its worker after this time without a call; its state is kept, and the next call loads it again. Never by default.")
        @Nullable String passivateAfter,

        @Default("60s")
        @DurationText
        @ValidationRule(value = Patterns.IS_DURATION, message = Patterns.DURATION_IN_WORDS)
        @JsonPropertyDescription(
                "How long calls wait until it is there, then they are answered with 503; 60s by default.")
        String activationTimeout) {
    /** At once, and for ever. */
    public static final ActivationSpec DEFAULT = new ActivationSpec(ActivationMode.EAGER, null, "60s");

    public ActivationSpec {
        mode = Objects.requireNonNullElse(mode, ActivationMode.EAGER);
        activationTimeout = Objects.requireNonNullElse(activationTimeout, "60s");
    }
}
