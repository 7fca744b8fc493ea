package dev.mosaic.crd;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A toleration: a taint of nodes that does not keep pods from these nodes. */
@Fields
@ValidationRule(
        value = "has(self.key) || self.operator == 'Exists'",
        message = "a toleration without a key tolerates everything: it needs operator: Exists")
@ValidationRule(
        value = "self.operator != 'Exists' || !has(self.value)",
        message = "operator Exists compares no value: leave value out or write operator: Equal")
@ValidationRule(
        value = "!has(self.tolerationSeconds) || (has(self.effect) && self.effect == 'NoExecute')",
        message = "tolerationSeconds is for effect NoExecute only")
public record TolerationSpec(
        @Size(min = 1, max = 316) @JsonPropertyDescription("Key of the taint, such as nvidia.com/gpu; all keys by default.")
        @Nullable String key,

        @Default("Equal")
        @JsonPropertyDescription(
                "How the toleration is compared with a taint: Equal (key and value) or Exists (key only).")
        TolerationOperator operator,

        @Size(max = 63) @JsonPropertyDescription("Value of the taint.") @Nullable String value,

        @JsonPropertyDescription("Effect of the taint; all effects by default.") @Nullable TaintEffect effect,

        @Min(0) @JsonPropertyDescription(
                "Number of seconds that pods stay on a node after it got the taint; forever by default.")
        @Nullable Long tolerationSeconds) {
    public TolerationSpec {
        operator = Objects.requireNonNullElse(operator, TolerationOperator.EQUAL);
    }

    /** Whether both are for one taint; how long pods stay may differ. */
    boolean isForTheSameTaint(TolerationSpec other) {
        return Objects.equals(key, other.key)
                && operator == other.operator
                && Objects.equals(value, other.value)
                && effect == other.effect;
    }
}
