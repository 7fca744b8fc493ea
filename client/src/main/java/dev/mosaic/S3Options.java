package dev.mosaic;

import dev.mosaic.headapi.Variables;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * The settings of a bucket in S3, MinIO or another server with the S3 API. The bucket is the third tier of the warehouse, after memory and disk.
 *
 * <p>The keys never appear in a log, an error or {@link #toString}.
 *
 * @param endpoint the URL of the server, such as {@code http://127.0.0.1:9000} or {@code https://s3.eu-central-1.amazonaws.com}
 * @param bucket the name of the bucket; the bucket is created if it is missing and the keys allow this
 * @param prefix the beginning of the names of all objects; may be empty
 * @param region the region; empty if the server has none
 * @param keys the credentials
 * @param authorities a PEM file with certificates of authorities. They are trusted for this server, in addition to those of Java. The file is read
 *     again when it changes. Empty if the authorities of Java are enough
 * @param timeout how long S3 may be unavailable before a durable put fails, or a read of an object that is only in S3
 */
public record S3Options(
        String endpoint,
        String bucket,
        String prefix,
        String region,
        S3Keys keys,
        Optional<Path> authorities,
        Duration timeout) {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final String HINT = "give an endpoint such as http://127.0.0.1:9000, a bucket and its keys";

    public S3Options {
        boolean lacksKeys = keys instanceof S3Keys.Fixed fixed
                && (fixed.accessKey().isEmpty() || fixed.secretKey().isEmpty());
        if (bucket.isEmpty() || lacksKeys) {
            throw new InvalidOptionException("S3 endpoint=" + endpoint + " lacks a bucket or a key", HINT);
        }
        if (!isUrl(endpoint)) {
            throw new InvalidOptionException("S3 endpoint=" + endpoint + " is no http or https URL", HINT);
        }
        if (timeout.isZero() || timeout.isNegative()) {
            throw new InvalidOptionException(
                    "S3 timeout=" + timeout + " is not more than 0", "give a positive time, such as 30 s");
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

    /** Options with fixed keys, an empty prefix, no region, and a timeout of 30 s. */
    public static S3Options of(String endpoint, String bucket, String accessKey, String secretKey) {
        return of(endpoint, bucket, new S3Keys.Fixed(accessKey, secretKey));
    }

    /** Options with these keys, an empty prefix, no region, and a timeout of 30 s. */
    public static S3Options of(String endpoint, String bucket, S3Keys keys) {
        return new S3Options(endpoint, bucket, "", "", keys, Optional.empty(), TIMEOUT);
    }

    /** A copy with this prefix: the names of all objects begin with it, like with a folder. */
    public S3Options withPrefix(String newPrefix) {
        return new S3Options(endpoint, bucket, newPrefix, region, keys, authorities, timeout);
    }

    public S3Options withRegion(String newRegion) {
        return new S3Options(endpoint, bucket, prefix, newRegion, keys, authorities, timeout);
    }

    public S3Options withTimeout(Duration newTimeout) {
        return new S3Options(endpoint, bucket, prefix, region, keys, authorities, newTimeout);
    }

    /** A copy that also trusts the certificates in this PEM file for the server. */
    public S3Options withAuthorities(Path file) {
        return new S3Options(endpoint, bucket, prefix, region, keys, Optional.of(file), timeout);
    }

    /**
     * Reads the options from environment variables; empty if {@code MOSAIC_S3_ENDPOINT} is not set. The first variable for keys that is set is used.
     *
     * <pre>
     *   MOSAIC_S3_ENDPOINT, MOSAIC_S3_BUCKET            required
     *   MOSAIC_S3_PREFIX, MOSAIC_S3_REGION              optional
     *   MOSAIC_S3_CA                                    optional: PEM file with certificates of authorities
     *   MOSAIC_S3_KEY_FOLDER                            keys, first choice: {@link S3Keys.InFolder}
     *   MOSAIC_S3_ACCESS_KEY, MOSAIC_S3_SECRET_KEY      keys, second choice: {@link S3Keys.Fixed}
     *   MOSAIC_S3_IDENTITY=true                         keys, third choice: {@link S3Keys.OfMachine}
     * </pre>
     */
    public static Optional<S3Options> fromEnvironment(Map<String, String> environment) {
        String endpoint = environment.getOrDefault(Variables.S3_ENDPOINT, "");
        if (endpoint.isEmpty()) {
            return Optional.empty();
        }
        S3Options options = of(endpoint, environment.getOrDefault(Variables.S3_BUCKET, ""), keys(environment))
                .withPrefix(environment.getOrDefault(Variables.S3_PREFIX, ""))
                .withRegion(environment.getOrDefault(Variables.S3_REGION, ""));
        String authorities = environment.getOrDefault(Variables.S3_CA, "");
        return Optional.of(authorities.isEmpty() ? options : options.withAuthorities(Path.of(authorities)));
    }

    private static S3Keys keys(Map<String, String> environment) {
        String folder = environment.getOrDefault(Variables.S3_KEY_FOLDER, "");
        if (!folder.isEmpty()) {
            return new S3Keys.InFolder(Path.of(folder));
        }
        String access = environment.getOrDefault(Variables.S3_ACCESS_KEY, "");
        String secret = environment.getOrDefault(Variables.S3_SECRET_KEY, "");
        boolean hasNone = access.isEmpty() && secret.isEmpty();
        return hasNone && Boolean.parseBoolean(environment.get(Variables.S3_IDENTITY))
                ? new S3Keys.OfMachine()
                : new S3Keys.Fixed(access, secret);
    }

    /** Returns a text without the keys. */
    @Override
    public String toString() {
        return "S3Options[endpoint=" + endpoint + ", bucket=" + bucket + ", prefix=" + prefix + "]";
    }
}
