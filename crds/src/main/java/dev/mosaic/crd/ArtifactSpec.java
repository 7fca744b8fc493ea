package dev.mosaic.crd;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/** A jar, or another entry of the program's class path. */
@Fields
@ValidationRule(
        value = "!has(self.sha256) || self.uri.startsWith('s3://') || self.uri.startsWith('https://')",
        message =
                "sha256 is for what is fetched, with s3:// and https://; what is in an image or a ConfigMap is taken as it is")
public record ArtifactSpec(
        @Required
        @Size(min = 1, max = 1024) @ValidationRule(
                value =
                        "self.matches('^(image:///[^: ]+|configmap://[a-z0-9][-a-z0-9.]*/[-._a-zA-Z0-9]+|s3://[a-z0-9][-a-z0-9.]{1,61}[a-z0-9]/[^: ]+|https://[^ ]+)$')",
                message =
                        "write image:///path/in/the/image.jar, configmap://name/key, s3://bucket/key or https://host/path")
        @JsonPropertyDescription(
                "Where it is: image:///path in the image, configmap://name/key in the same namespace, s3://bucket/key of the artifactStore, or https://host/path.")
        String uri,

        @Size(min = 64, max = 64) @ValidationRule(
                value = "self.matches('^[0-9a-f]{64}$')",
                message = "write the 64 hexadecimal digits that sha256sum prints")
        @JsonPropertyDescription(
                "Its SHA-256 as 64 small hexadecimal digits; what is fetched and is another thing is refused.")
        @Nullable String sha256) {
    /** How it is had. */
    public enum Scheme {
        IMAGE,
        CONFIGMAP,
        S3,
        HTTPS
    }

    /** By the uri's beginning; the API server lets no others through. */
    public Scheme scheme() {
        return switch (uri.substring(0, uri.indexOf(':'))) {
            case "image" -> Scheme.IMAGE;
            case "configmap" -> Scheme.CONFIGMAP;
            case "s3" -> Scheme.S3;
            default -> Scheme.HTTPS;
        };
    }

    /** The ConfigMap or the bucket. */
    public String place() {
        String rest = uri.substring(uri.indexOf("://") + 3);
        return rest.substring(0, Math.max(0, rest.indexOf('/')));
    }

    /** What comes behind: a path with its first '/' in an image, a key without one elsewhere. */
    public String path() {
        String rest = uri.substring(uri.indexOf("://") + 3);
        return switch (scheme()) {
            case IMAGE -> rest;
            case CONFIGMAP, S3 -> rest.substring(rest.indexOf('/') + 1);
            case HTTPS -> URI.create(uri).getPath();
        };
    }
}
