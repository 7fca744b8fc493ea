package dev.mosaic.crd;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Certificates of authorities, in an object of the same namespace. */
@Fields
@ValidationRule(
        value = "has(self.configMapName) != has(self.secretName)",
        message = "give configMapName or secretName, one of them")
public record CaBundleSpec(
        @ObjectName
        @ValidationRule(value = Patterns.IS_OBJECT_NAME, message = Patterns.OBJECT_NAME_IN_WORDS)
        @JsonPropertyDescription("ConfigMap in the same namespace that has them.")
        @Nullable String configMapName,

        @ObjectName
        @ValidationRule(value = Patterns.IS_OBJECT_NAME, message = Patterns.OBJECT_NAME_IN_WORDS)
        @JsonPropertyDescription("Secret in the same namespace that has them.")
        @Nullable String secretName,

        @Size(min = 1, max = 253) @ValidationRule(
                value = "self.matches('^[-._a-zA-Z0-9]+$')",
                message = "write a key of a ConfigMap or Secret: letters, digits, '-', '_' and '.'")
        @JsonPropertyDescription("Its key with the certificates as PEM, one after the other; ca.crt by default.")
        @Nullable String key) {
    private static final String KEY = "ca.crt";

    /** Where the certificates are in it. */
    public String wholeKey() {
        return Objects.requireNonNullElse(key, KEY);
    }
}
