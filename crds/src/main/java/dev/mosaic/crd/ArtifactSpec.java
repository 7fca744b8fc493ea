package dev.mosaic.crd;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/** An artifact: a jar, or another entry of the program's class path. */
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
                "Address of the artifact: image:///path in the image, configmap://name/key in the same namespace, s3://bucket/key in the artifactStore, or https://host/path.")
        String uri,

        @Size(min = 64, max = 64) @ValidationRule(
                value = "self.matches('^[0-9a-f]{64}$')",
                message = "write the 64 hexadecimal digits that sha256sum prints")
        @JsonPropertyDescription(
                "SHA-256 of the file, as 64 lowercase hexadecimal digits. A fetched file with another SHA-256 is refused.")
        @Nullable String sha256) {
    /** The kinds of addresses of artifacts. */
    public enum Scheme {
        IMAGE,
        CONFIGMAP,
        S3,
        HTTPS
    }

    /** The scheme of the uri. The API server accepts no other schemes. */
    public Scheme scheme() {
        return switch (uri.substring(0, uri.indexOf(':'))) {
            case "image" -> Scheme.IMAGE;
            case "configmap" -> Scheme.CONFIGMAP;
            case "s3" -> Scheme.S3;
            default -> Scheme.HTTPS;
        };
    }

    /** The name of the ConfigMap, or of the bucket. */
    public String place() {
        String rest = uri.substring(uri.indexOf("://") + 3);
        return rest.substring(0, Math.max(0, rest.indexOf('/')));
    }

    /** The part of the uri after the place: in an image a path that begins with '/', otherwise a key without '/' in front. */
    public String path() {
        String rest = uri.substring(uri.indexOf("://") + 3);
        return switch (scheme()) {
            case IMAGE -> rest;
            case CONFIGMAP, S3 -> rest.substring(rest.indexOf('/') + 1);
            case HTTPS -> URI.create(uri).getPath();
        };
    }
}
