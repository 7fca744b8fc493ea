package dev.mosaic.crd;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A reference to certificates of authorities, in a ConfigMap or Secret in the same namespace. */
@Fields
@ValidationRule(
        value = "has(self.configMapName) != has(self.secretName)",
        message = "give configMapName or secretName, one of them")
public record CaBundleSpec(
        @ObjectName
        @ValidationRule(value = Patterns.IS_OBJECT_NAME, message = Patterns.OBJECT_NAME_IN_WORDS)
        @JsonPropertyDescription("Name of a ConfigMap in the same namespace that has the certificates.")
        @Nullable String configMapName,

        @ObjectName
        @ValidationRule(value = Patterns.IS_OBJECT_NAME, message = Patterns.OBJECT_NAME_IN_WORDS)
        @JsonPropertyDescription("Name of a Secret in the same namespace that has the certificates.")
        @Nullable String secretName,

        @Size(min = 1, max = 253) @ValidationRule(
                value = "self.matches('^[-._a-zA-Z0-9]+$')",
                message = "write a key of a ConfigMap or Secret: letters, digits, '-', '_' and '.'")
        @JsonPropertyDescription(
                "Key of the ConfigMap or Secret that has the certificates as PEM, one after the other; ca.crt by default.")
        @Nullable String key) {
    private static final String KEY = "ca.crt";

    /** The key under which the certificates are. */
    public String wholeKey() {
        return Objects.requireNonNullElse(key, KEY);
    }
}
