package dev.mosaic.crd;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import java.util.Objects;

/** What those who empty nodes have to respect. */
@Fields
public record DisruptionSpec(
        @Default("true")
        @JsonPropertyDescription(
                "Whether head, warehouse and each group get a PodDisruptionBudget, so that emptied nodes take one pod at a time; true by default.")
        Boolean podDisruptionBudget) {
    /** With budgets. */
    public static final DisruptionSpec DEFAULT = new DisruptionSpec(true);

    public DisruptionSpec {
        podDisruptionBudget = Objects.requireNonNullElse(podDisruptionBudget, true);
    }
}
