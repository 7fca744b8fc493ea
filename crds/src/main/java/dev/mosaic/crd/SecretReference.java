package dev.mosaic.crd;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;

/**
 * A Secret in the same namespace.
 *
 * @param name of the Secret
 */
@Fields
public record SecretReference(
        @Required @ObjectName @JsonPropertyDescription("Name of the Secret, in the same namespace.")
        String name) {}
