package dev.mosaic;

import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * A bucket of S3, MinIO or another server that speaks S3: the warehouse's third tier.
 *
 * <p>The keys are in no log, no error and not in {@link #toString}.
 *
 * @param endpoint such as {@code http://127.0.0.1:9000} or {@code https://s3.eu-central-1.amazonaws.com}
 * @param bucket made where it is missing and that is allowed
 * @param prefix what the names of all objects begin with; may be empty
 * @param region empty where the server has none
 * @param accessKey who asks
 * @param secretKey proves it
 * @param patience how long S3 may be away before a durable put fails, or a read of what is only there
 */
public record S3Options(
        String endpoint,
        String bucket,
        String prefix,
        String region,
        String accessKey,
        String secretKey,
        Duration patience) {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final String HINT = "give an endpoint such as http://127.0.0.1:9000, a bucket and its keys";

    public S3Options {
        if (bucket.isEmpty() || accessKey.isEmpty() || secretKey.isEmpty()) {
            throw new OptionException("S3 endpoint=" + endpoint + " lacks a bucket or a key", HINT);
        }
        if (!isUrl(endpoint)) {
            throw new OptionException("S3 endpoint=" + endpoint + " is no http or https URL", HINT);
        }
        if (patience.isZero() || patience.isNegative()) {
            throw new OptionException("S3 patience=" + patience + " is not more than 0", "give some seconds");
        }
    }

    private static boolean isUrl(String endpoint) {
        try {
            URI uri = URI.create(endpoint);
            return uri.getHost() != null && ("http".equals(uri.getScheme()) || "https".equals(uri.getScheme()));
        } catch (IllegalArgumentException wrong) {
            return false;
        }
    }

    /** With an empty prefix, no region, and 30 s of patience. */
    public static S3Options of(String endpoint, String bucket, String accessKey, String secretKey) {
        return new S3Options(endpoint, bucket, "", "", accessKey, secretKey, PATIENCE);
    }

    /** What the names of all objects begin with, as a folder. */
    public S3Options withPrefix(String newPrefix) {
        return new S3Options(endpoint, bucket, newPrefix, region, accessKey, secretKey, patience);
    }

    public S3Options withRegion(String newRegion) {
        return new S3Options(endpoint, bucket, prefix, newRegion, accessKey, secretKey, patience);
    }

    public S3Options withPatience(Duration newPatience) {
        return new S3Options(endpoint, bucket, prefix, region, accessKey, secretKey, newPatience);
    }

    /**
     * What the environment says: {@code MOSAIC_S3_ENDPOINT}, {@code MOSAIC_S3_BUCKET}, {@code MOSAIC_S3_ACCESS_KEY}, {@code
     * MOSAIC_S3_SECRET_KEY}, and where there are, {@code MOSAIC_S3_PREFIX}, {@code MOSAIC_S3_REGION}. Empty where there is no endpoint.
     */
    public static Optional<S3Options> fromEnvironment(Map<String, String> environment) {
        String endpoint = environment.getOrDefault("MOSAIC_S3_ENDPOINT", "");
        if (endpoint.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(of(
                        endpoint,
                        environment.getOrDefault("MOSAIC_S3_BUCKET", ""),
                        environment.getOrDefault("MOSAIC_S3_ACCESS_KEY", ""),
                        environment.getOrDefault("MOSAIC_S3_SECRET_KEY", ""))
                .withPrefix(environment.getOrDefault("MOSAIC_S3_PREFIX", ""))
                .withRegion(environment.getOrDefault("MOSAIC_S3_REGION", "")));
    }

    /** Without the keys. */
    @Override
    public String toString() {
        return "S3Options[endpoint=" + endpoint + ", bucket=" + bucket + ", prefix=" + prefix + "]";
    }
}
