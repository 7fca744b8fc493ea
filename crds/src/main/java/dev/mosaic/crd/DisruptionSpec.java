package dev.mosaic.crd;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import java.util.Objects;

/** The limits for voluntary disruptions, such as {@code kubectl drain} of a node. */
@Fields
public record DisruptionSpec(
        @Default("true")
        @JsonPropertyDescription(
                "Whether head, warehouse and each group get a PodDisruptionBudget, so that draining a node ends only one pod at a time; true by default.")
        Boolean podDisruptionBudget) {
    /** The default: with PodDisruptionBudgets. */
    public static final DisruptionSpec DEFAULT = new DisruptionSpec(true);

    public DisruptionSpec {
        podDisruptionBudget = Objects.requireNonNullElse(podDisruptionBudget, true);
    }
}
