package dev.mosaic.crd;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.List;

/** The jars that have the class of a {@link Tessera}. */
@Fields
public record TesseraCode(
        @Required
        @Size(min = 1, max = 16) @ValidationRule(
                value = "!self.exists(a, a.uri.startsWith('s3://'))",
                message =
                        "the head has no rights in buckets: write image:///path/app.jar, configmap://name/key or https://host/path")
        @ValidationRule(
                value = "self.all(a, !a.uri.startsWith('https://') || has(a.sha256))",
                message = "what is fetched with https:// needs its sha256")
        @ValidationRule(
                value = "self.all(a, !a.uri.endsWith('*'))",
                message = "write each jar of the image by its name")
        @JsonPropertyDescription(
                "Jars, in this order: image:///path in the image of the head, configmap://name/key in the same namespace, or https://host/path.")
        List<ArtifactSpec> artifacts) {
    public TesseraCode {
        artifacts = Values.list(artifacts);
    }
}
