package dev.mosaic.cli;

import dev.mosaic.S3Keys;
import dev.mosaic.S3Options;
import dev.mosaic.StartException;
import dev.mosaic.headapi.Variables;
import dev.mosaic.store.tier.BucketException;
import dev.mosaic.warehouse.s3.S3Bucket;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An uploader that writes files of this machine into a bucket, from which {@link Fetching} downloads them in pods.
 *
 * <pre>
 *   app.jar ──► s3://bucket/prefix/SHA256/app.jar
 * </pre>
 *
 * <p>A file that is already in the bucket is not sent again. The bucket must exist.
 *
 * <p><b>Threading:</b> one thread. <b>Cost:</b> a file is read twice. <b>Failure:</b> temporary failures are tried again until
 * the patience is over; then, and if the server refuses the request, a {@link StartException} is thrown. No message contains the keys.
 */
public final class Uploading {
    private static final Pattern PLACE = Pattern.compile("s3://([a-z0-9][-a-z0-9.]{1,61}[a-z0-9])(/[^: ]*)?");

    /** One of these is there where a pod has keys for what it is. */
    private static final String[] IDENTITIES = {
        "AWS_WEB_IDENTITY_TOKEN_FILE", "AWS_CONTAINER_CREDENTIALS_FULL_URI", "AWS_CONTAINER_CREDENTIALS_RELATIVE_URI"
    };

    private final S3Options bucket;
    private final Duration patience;

    private Uploading(S3Options bucket, Duration patience) {
        this.bucket = bucket;
        this.patience = patience;
    }

    /**
     * What has become of a file.
     *
     * @param uri with s3://
     * @param sha256 64 hexadecimal digits
     * @param isNew false where it was there before
     */
    public record Uploaded(String uri, String sha256, boolean isNew) {}

    /**
     * To that bucket, with the keys that the environment has: {@code MOSAIC_S3_ACCESS_KEY} and {@code MOSAIC_S3_SECRET_KEY}, or {@code
     * AWS_ACCESS_KEY_ID}, {@code AWS_SECRET_ACCESS_KEY} and {@code AWS_SESSION_TOKEN}; else with those that the machine is given, where the
     * environment says how ({@link S3Keys.OfMachine}). {@code MOSAIC_S3_CA} is as in {@link S3Options#fromEnvironment}. A region is in {@code MOSAIC_S3_REGION}, {@code
     * AWS_REGION} or {@code AWS_DEFAULT_REGION}.
     *
     * @param place {@code s3://bucket/prefix}
     * @param endpoint of the server, as this machine reaches it
     */
    public static Uploading to(String place, String endpoint, Map<String, String> environment, Duration patience) {
        Matcher parts = PLACE.matcher(place);
        if (!parts.matches()) {
            throw new StartException(
                    "upload=" + place + " is not an address in a bucket", "write s3://bucket or s3://bucket/prefix");
        }
        String prefix = parts.group(2) == null ? "" : parts.group(2).replaceAll("^/+|/+$", "");
        S3Options bucket = S3Options.of(endpoint, parts.group(1), keys(place, environment))
                .withPrefix(prefix.isEmpty() ? "" : prefix + "/")
                .withRegion(first(environment, Variables.S3_REGION, "AWS_REGION", "AWS_DEFAULT_REGION"));
        String authorities = first(environment, Variables.S3_CA);
        return new Uploading(authorities.isEmpty() ? bucket : bucket.withAuthorities(Path.of(authorities)), patience);
    }

    private static S3Keys keys(String place, Map<String, String> environment) {
        boolean isOurs = !first(environment, Variables.S3_ACCESS_KEY).isEmpty();
        String access = first(environment, isOurs ? Variables.S3_ACCESS_KEY : "AWS_ACCESS_KEY_ID");
        String secret = first(environment, isOurs ? Variables.S3_SECRET_KEY : "AWS_SECRET_ACCESS_KEY");
        if (!access.isEmpty() && !secret.isEmpty()) {
            return new S3Keys.Fixed(access, secret, isOurs ? "" : first(environment, "AWS_SESSION_TOKEN"));
        }
        if (!first(environment, IDENTITIES).isEmpty()) {
            return new S3Keys.OfMachine();
        }
        throw new StartException(
                "no keys are known to write to " + place,
                "set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or MOSAIC_S3_ACCESS_KEY and MOSAIC_S3_SECRET_KEY");
    }

    private static String first(Map<String, String> environment, String... names) {
        for (String name : names) {
            String value = environment.getOrDefault(name, "");
            if (!value.isEmpty()) {
                return value;
            }
        }
        return "";
    }

    /** One of them, which is called so there. */
    public Uploaded upload(Path file, String name) {
        try (S3Bucket to = new S3Bucket(bucket)) {
            String sha256 = Fetching.digest(file);
            String key = bucket.prefix() + sha256 + "/" + name;
            boolean isNew = to.upload(key, file, patience.toNanos());
            return new Uploaded("s3://" + bucket.bucket() + "/" + key, sha256, isNew);
        } catch (BucketException e) {
            throw new StartException(
                    "file=" + file + " was not uploaded to s3://" + bucket.bucket() + ": " + e.getMessage(),
                    "check that the bucket exists, that this machine reaches its server, and that the keys may write to it",
                    e);
        } catch (IOException e) {
            throw new StartException("file=" + file + " cannot be read: " + e.getMessage(), "check that it exists", e);
        }
    }
}
