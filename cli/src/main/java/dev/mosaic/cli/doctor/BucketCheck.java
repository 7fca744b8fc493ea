package dev.mosaic.cli.doctor;

import dev.mosaic.MosaicException;
import dev.mosaic.S3Options;
import dev.mosaic.headapi.Variables;
import dev.mosaic.store.tier.BucketException;
import dev.mosaic.warehouse.s3.S3Bucket;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A small object is written below the prefix, read and deleted, as the warehouse does it. Unlike the warehouse it does not make the bucket
 * where it is missing.
 */
final class BucketCheck {
    static final String NAME = "bucket";

    private static final Pattern CODE = Pattern.compile("code=(\\w+)");

    private BucketCheck() {}

    static Finding of(S3Options s3, Duration limit) {
        String folder = s3.prefix().isEmpty() || s3.prefix().endsWith("/") ? s3.prefix() : s3.prefix() + "/";
        String key = folder + "doctor-" + UUID.randomUUID();
        try {
            Path file = Files.createTempFile("mosaic-doctor-", "");
            try (S3Bucket bucket = new S3Bucket(s3)) {
                Files.writeString(file, key);
                long began = System.nanoTime();
                round(bucket, key, file, limit.toNanos());
                long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began);
                return Finding.ok(
                        NAME, "an object in " + place(s3, folder) + " was written, read and deleted: ms=" + millis);
            } finally {
                Files.deleteIfExists(file);
            }
        } catch (BucketException e) {
            return failed(s3, place(s3, key) + ": " + e.getMessage());
        } catch (MosaicException e) {
            return Finding.fail(NAME, e);
        } catch (IOException e) {
            return Finding.fail(NAME, "no temporary file: " + e, "name a folder that can be written: -Djava.io.tmpdir");
        }
    }

    private static String place(S3Options s3, String key) {
        return "s3://" + s3.bucket() + "/" + key;
    }

    private static void round(S3Bucket bucket, String key, Path file, long nanos) throws BucketException {
        bucket.upload(key, file, nanos);
        try {
            bucket.download(key, file, nanos);
        } finally {
            bucket.delete(key, nanos);
        }
    }

    /** By what S3 says, or why nothing was said. */
    private static Finding failed(S3Options s3, String found) {
        Matcher said = CODE.matcher(found);
        String code = said.find() ? said.group(1) : "";
        String host = URI.create(s3.endpoint()).getHost();
        String remedy = switch (code) {
            case "AccessDenied" ->
                "allow the keys s3:PutObject, s3:GetObject and s3:DeleteObject for " + place(s3, s3.prefix())
                        + "*, and s3:ListBucket";
            case "InvalidAccessKeyId", "SignatureDoesNotMatch", "InvalidToken", "ExpiredToken" ->
                "set the keys that " + s3.endpoint() + " knows: " + Variables.S3_ACCESS_KEY + " and "
                        + Variables.S3_SECRET_KEY;
            case "RequestTimeTooSkewed" -> "set the clock: timedatectl set-ntp true";
            case "AuthorizationHeaderMalformed", "PermanentRedirect" ->
                "say the bucket's region: " + Variables.S3_REGION;
            case "" -> silent(found, s3.endpoint(), host);
            default -> "see the log of " + s3.endpoint() + " for " + code;
        };
        return code.equals("NoSuchBucket")
                ? Finding.warn(
                        NAME,
                        found + "; the warehouse makes it where the keys may",
                        "make it: mc mb ALIAS/" + s3.bucket() + ", or correct " + Variables.S3_BUCKET)
                : Finding.fail(NAME, found, remedy);
    }

    private static String silent(String found, String endpoint, String host) {
        if (found.contains("UnknownHostException")) {
            return "correct " + Variables.S3_ENDPOINT + ", or see why this machine does not know it: getent hosts "
                    + host;
        }
        if (found.contains("bucket name")) {
            return "correct " + Variables.S3_BUCKET;
        }
        return found.contains("SSL")
                ? "name a file with the certificate of its authority: " + Variables.S3_CA
                : "check that it answers: curl -I " + endpoint;
    }
}
