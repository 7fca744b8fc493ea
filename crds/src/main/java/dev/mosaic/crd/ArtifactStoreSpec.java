package dev.mosaic.crd;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import org.jspecify.annotations.Nullable;

/** The S3 server from which artifacts with {@code s3://} addresses are fetched. */
@Fields
public record ArtifactStoreSpec(
        @Required
        @Size(min = 1, max = 512) @ValidationRule(
                value = "isURL(self) && url(self).getScheme() in ['http', 'https'] && url(self).getHost() != ''",
                message =
                        "write the endpoint as a URL, such as http://minio:9000 or https://s3.eu-central-1.amazonaws.com")
        @JsonPropertyDescription(
                "URL of the server, such as http://minio:9000 or https://s3.eu-central-1.amazonaws.com.")
        String endpoint,

        @Size(min = 1, max = 64) @JsonPropertyDescription("Region of the buckets, such as eu-central-1; none by default, as for MinIO.")
        @Nullable String region,

        @ObjectName
        @ValidationRule(value = Patterns.IS_OBJECT_NAME, message = Patterns.OBJECT_NAME_IN_WORDS)
        @JsonPropertyDescription(
                "Secret in the same namespace with the keys accessKey and secretKey; only the container that fetches artifacts sees it. By default this container uses the identity of the pod's ServiceAccount or node.")
        @Nullable String credentialsSecretName,

        @JsonPropertyDescription(
                "Certificate authorities that are trusted for this server only, in addition to those of Java; none by default. They are read again when they change.")
        @Nullable CaBundleSpec caBundle) {}
