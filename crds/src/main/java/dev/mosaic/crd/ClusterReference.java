package dev.mosaic.crd;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;

/**
 * A reference to a MosaicCluster in the same namespace.
 *
 * @param name the name of the cluster
 */
@Fields
public record ClusterReference(
        @Required
        @Size(min = 1, max = 40) @Pattern(Patterns.CLUSTER_NAME) @ValidationRule(
                value = "self.matches('" + Patterns.CLUSTER_NAME + "')",
                message =
                        "write the name of a MosaicCluster in the same namespace: at most 40 small letters, digits and '-'")
        @JsonPropertyDescription("Name of the MosaicCluster, in the same namespace.")
        String name) {}
