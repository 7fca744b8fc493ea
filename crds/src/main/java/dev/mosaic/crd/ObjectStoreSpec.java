package dev.mosaic.crd;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import org.jspecify.annotations.Nullable;

/** The third tier of the warehouse: a bucket in S3, MinIO or another server with the S3 API. */
@Fields
@ValidationRule(
        value = "(has(self.prefix) ? self.prefix : '') == (has(oldSelf.prefix) ? oldSelf.prefix : '')",
        message = "prefix cannot change: entries under the old one would be lost")
public record ObjectStoreSpec(
        @Required
        @Size(min = 1, max = 512) @ValidationRule(
                value = "isURL(self) && url(self).getScheme() in ['http', 'https'] && url(self).getHost() != ''",
                message =
                        "write the endpoint as a URL, such as http://minio:9000 or https://s3.eu-central-1.amazonaws.com")
        @JsonPropertyDescription(
                "URL of the server, such as http://minio:9000 or https://s3.eu-central-1.amazonaws.com.")
        String endpoint,

        @Required
        @Size(min = 1, max = 63) @ValidationRule(
                value = "self.matches('^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$')",
                message = "a bucket has 3 to 63 characters: small letters, digits, '.' and '-'")
        @ValidationRule(
                value = "self == oldSelf",
                message = "bucket cannot change: entries in the old one would be lost")
        @JsonPropertyDescription(
                "Name of the bucket, which is created if it is missing and the keys allow this. It cannot change.")
        String bucket,

        @Size(min = 1, max = 512) @ValidationRule(
                value = "!self.startsWith('/') && !self.endsWith('/')",
                message = "write the prefix without '/' at its ends")
        @JsonPropertyDescription(
                "Beginning of the names of all objects, like a folder; <namespace>/<cluster> by default. It cannot change.")
        @Nullable String prefix,

        @Size(min = 1, max = 64) @JsonPropertyDescription("Region of the bucket, such as eu-central-1; none by default, as for MinIO.")
        @Nullable String region,

        @ObjectName
        @ValidationRule(value = Patterns.IS_OBJECT_NAME, message = Patterns.OBJECT_NAME_IN_WORDS)
        @JsonPropertyDescription(
                "Secret in the same namespace with the keys accessKey and secretKey; only the warehouse's pod uses it, and reads it again when it changes. By default this pod uses the identity of its ServiceAccount or node.")
        @Nullable String credentialsSecretName,

        @JsonPropertyDescription(
                "Certificate authorities that are trusted for this server only, in addition to those of Java; none by default. They are read again when they change.")
        @Nullable CaBundleSpec caBundle) {
    /** The key of the Secret that has the access key id. */
    public static final String ACCESS_KEY = "accessKey";

    /** The key of the Secret that has the secret access key. */
    public static final String SECRET_KEY = "secretKey";
}
