package dev.mosaic.crd;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import org.jspecify.annotations.Nullable;

/** The third tier of the warehouse: a bucket of S3, MinIO or another server that speaks S3. */
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
                "The bucket; it is made where it is missing and the keys allow that. It cannot change.")
        String bucket,

        @Size(min = 1, max = 512) @ValidationRule(
                value = "!self.startsWith('/') && !self.endsWith('/')",
                message = "write the prefix without '/' at its ends")
        @JsonPropertyDescription(
                "What the names of all objects begin with, as a folder; <namespace>/<cluster> by default. It cannot change.")
        @Nullable String prefix,

        @Size(min = 1, max = 64) @JsonPropertyDescription("Region of the bucket, such as eu-central-1; none by default, as for MinIO.")
        @Nullable String region,

        @ObjectName
        @ValidationRule(value = Patterns.IS_OBJECT_NAME, message = Patterns.OBJECT_NAME_IN_WORDS)
        @JsonPropertyDescription(
                "Secret in the same namespace with the keys accessKey and secretKey, for the warehouse's pod only, which reads them again where they change. By default that pod asks with the identity of its ServiceAccount or node.")
        @Nullable String credentialsSecretName,

        @JsonPropertyDescription(
                "Authorities that are trusted with this server, and no other, beside those of Java; none by default. They are read again where they change.")
        @Nullable CaBundleSpec caBundle) {
    /** Where the Secret has the name of who asks. */
    public static final String ACCESS_KEY = "accessKey";

    /** Where the Secret has what proves it. */
    public static final String SECRET_KEY = "secretKey";
}
