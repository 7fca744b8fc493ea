package dev.mosaic.cli;

import dev.mosaic.S3Options;
import dev.mosaic.StartException;
import dev.mosaic.headapi.Variables;
import dev.mosaic.http.Downloads;
import dev.mosaic.store.tier.BucketException;
import dev.mosaic.warehouse.s3.S3Bucket;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.cert.CertificateException;
import java.time.Duration;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import javax.net.ssl.SSLHandshakeException;

/**
 * Artifacts from S3 and the web, into files. A file is there whole and checked, or not at all.
 *
 * <p><b>Threading:</b> one thread. <b>Failure:</b> what may go better next time is tried again, with pauses that double, until the
 * patience is over; {@link StartException} then, and for what is missing, refused, or another thing than its SHA-256 says.
 *
 * @param environment has the server of S3 and its keys, as {@link S3Options#fromEnvironment} reads them
 */
record Fetching(Map<String, String> environment, Duration patience) {
    private static final Duration CONNECT = Duration.ofSeconds(10);
    private static final Duration ANSWER = Duration.ofSeconds(30);

    /** All of one attempt: a server that sends a byte now and then must not keep a job from failing. */
    private static final Duration WHOLE = Duration.ofHours(1);

    private static final long MOST_BYTES = 64L << 30;
    private static final long FIRST_PAUSE_NANOS = Duration.ofMillis(200).toNanos();
    private static final int MOST_DOUBLINGS = 6;
    private static final int OK = 200;
    private static final int NOT_NOW = 408;
    private static final int TOO_MANY = 429;
    private static final int SERVER_ERRORS = 500;

    /** An answer that may be another one next time. */
    private static final class NotNowException extends IOException {
        private static final long serialVersionUID = 1;

        NotNowException(String message) {
            super(message);
        }
    }

    /** One of them, to that file. */
    void fetch(URI artifact, Path file, Optional<String> sha256) {
        Path part = file.resolveSibling(file.getFileName() + ".part");
        try {
            switch (String.valueOf(artifact.getScheme())) {
                case "s3" -> fromBucket(artifact, part);
                case "http", "https" -> fromWeb(artifact, part);
                default ->
                    throw new StartException(
                            "artifact=" + artifact + " has an address from which nothing can be fetched",
                            "write s3://bucket/key or https://host/path");
            }
            String digest = digest(part);
            if (sha256.isPresent() && !sha256.get().equals(digest)) {
                throw new StartException(
                        "artifact=" + artifact + " is another thing than was meant, sha256=" + digest + " instead of "
                                + sha256.get(),
                        "if the change is intended, write the new sha256");
            }
            Files.move(part, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new StartException(
                    "artifact=" + artifact + " was not fetched to " + file + ": " + e,
                    "check that it exists, and that there is room for it",
                    e);
        }
    }

    private void fromBucket(URI artifact, Path part) {
        String bucket = artifact.getAuthority();
        S3Options options = S3Options.fromEnvironment(withBucket(bucket))
                .orElseThrow(
                        () -> new StartException(
                                "artifact=" + artifact + " is in S3, and no server of S3 is known",
                                "set MOSAIC_S3_ENDPOINT, and MOSAIC_S3_ACCESS_KEY and MOSAIC_S3_SECRET_KEY or MOSAIC_S3_IDENTITY=true"));
        try (S3Bucket from = new S3Bucket(options)) {
            from.download(artifact.getPath().substring(1), part, patience.toNanos());
        } catch (BucketException e) {
            throw new StartException(
                    "artifact=" + artifact + " was not fetched: " + e.getMessage(),
                    "check that it exists, and that the keys can read it",
                    e);
        }
    }

    private Map<String, String> withBucket(String bucket) {
        Map<String, String> settings = new HashMap<>(environment);
        settings.put(Variables.S3_BUCKET, bucket);
        return settings;
    }

    private void fromWeb(URI artifact, Path part) throws IOException {
        HttpRequest request =
                HttpRequest.newBuilder(artifact).timeout(ANSWER).GET().build();
        long end = System.nanoTime() + patience.toNanos();
        try (HttpClient client = HttpClient.newBuilder()
                .connectTimeout(CONNECT)
                .followRedirects(HttpClient.Redirect.NORMAL)
                .build()) {
            for (int attempt = 0; ; attempt++) {
                try {
                    read(client, request, part);
                    return;
                } catch (IOException e) {
                    long pause = FIRST_PAUSE_NANOS << Math.min(attempt, MOST_DOUBLINGS);
                    if (System.nanoTime() + pause - end > 0) {
                        throw e;
                    }
                    LockSupport.parkNanos(pause);
                }
            }
        }
    }

    private static void read(HttpClient client, HttpRequest request, Path part) throws IOException {
        int status;
        try {
            status = Downloads.toFile(client, request, part, MOST_BYTES, WHOLE);
        } catch (SSLHandshakeException e) {
            throw notTrusted(request.uri(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StartException("fetching " + request.uri() + " was interrupted", "fetch again", e);
        }
        if (status == NOT_NOW || status == TOO_MANY || status >= SERVER_ERRORS) {
            throw new NotNowException("status=" + status);
        }
        if (status != OK) {
            throw new StartException(
                    "artifact=" + request.uri() + " was not fetched, status=" + status,
                    "check that it exists, and that it can be read without a login");
        }
    }

    /** What stays as it is where the certificate is wrong; a handshake that broke off may go better. */
    private static IOException notTrusted(URI artifact, SSLHandshakeException refused) {
        for (Throwable cause = refused; cause != null; cause = cause.getCause()) {
            if (cause instanceof CertificateException) {
                throw new StartException(
                        "artifact=" + artifact + " was not fetched, its server is not trusted: " + cause.getMessage(),
                        "let Java trust its authority: JAVA_TOOL_OPTIONS=-Djavax.net.ssl.trustStore=FILE, in the image where that is a pod",
                        refused);
            }
        }
        return refused;
    }

    /** Its SHA-256 as hexadecimal digits. */
    static String digest(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            byte[] buffer = new byte[1 << 16];
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                digest.update(buffer, 0, read);
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
