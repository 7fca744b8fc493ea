package dev.mosaic.crd;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Settings that determine when a {@link Tessera} is in the memory of a worker. */
@Fields
public record ActivationSpec(
        @Default("Eager")
        @JsonPropertyDescription(
                "When the tessera is created: Eager (at once) or OnDemand (at the first call). Eager by default.")
        ActivationMode mode,

        @DurationText
        @ValidationRule(value = Patterns.IS_DURATION, message = Patterns.DURATION_IN_WORDS)
        @JsonPropertyDescription(
                "Time without a call after which the tessera leaves its worker; its state is kept, and the next call loads it again. By default it stays.")
        @Nullable String passivateAfter,

        @Default("60s")
        @DurationText
        @ValidationRule(value = Patterns.IS_DURATION, message = Patterns.DURATION_IN_WORDS)
        @JsonPropertyDescription(
                "How long calls wait until the tessera is active, before they are answered with status 503; 60s by default.")
        String activationTimeout) {
    /** The default: the tessera is created at once and stays in memory. */
    public static final ActivationSpec DEFAULT = new ActivationSpec(ActivationMode.EAGER, null, "60s");

    public ActivationSpec {
        mode = Objects.requireNonNullElse(mode, ActivationMode.EAGER);
        activationTimeout = Objects.requireNonNullElse(activationTimeout, "60s");
    }
}
