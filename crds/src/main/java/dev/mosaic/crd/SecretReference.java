package dev.mosaic.crd;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.ValidationRule;

/**
 * A reference to a Secret in the same namespace.
 *
 * @param name the name of the Secret
 */
@Fields
public record SecretReference(
        @Required
        @ObjectName
        @ValidationRule(value = Patterns.IS_OBJECT_NAME, message = Patterns.OBJECT_NAME_IN_WORDS)
        @JsonPropertyDescription("Name of the Secret, in the same namespace.")
        String name) {}
