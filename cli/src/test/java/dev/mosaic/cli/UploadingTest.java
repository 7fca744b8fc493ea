package dev.mosaic.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mosaic.S3Options;
import dev.mosaic.StartException;
import dev.mosaic.testing.LogGuard;
import dev.mosaic.warehouse.s3.S3Bucket;
import dev.mosaic.warehouse.s3.S3Server;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What goes up is what comes down, on a real server of S3. */
@Tag("s3")
class UploadingTest {
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    @RegisterExtension
    final LogGuard log = new LogGuard();

    @TempDir
    private Path folder;

    private @Nullable S3Server server;
    private S3Options bucket;

    @BeforeEach
    void begin() throws Exception {
        server = S3Server.any(folder.resolve("server"));
        bucket = server.bucket("jars");
        try (S3Bucket made = new S3Bucket(bucket)) {
            var _ = made.list("", PATIENCE.toNanos()); // makes it
        }
    }

    @AfterEach
    void end() {
        if (server != null) { // else there is no such server, and the test is skipped
            server.close();
        }
    }

    private Map<String, String> keys() {
        return Map.of(
                "AWS_ACCESS_KEY_ID",
                S3Server.who(bucket).accessKey(),
                "AWS_SECRET_ACCESS_KEY",
                S3Server.who(bucket).secretKey());
    }

    private Uploading to(String place) {
        return Uploading.to(place, bucket.endpoint(), keys(), PATIENCE);
    }

    private Path jar(int bytes) throws IOException {
        byte[] content = new byte[bytes];
        new Random(bytes).nextBytes(content);
        return Files.write(folder.resolve("app-" + bytes + ".jar"), content);
    }

    @Test
    void shouldBringAFatJarToItsDigestOnceAndHaveItFetched() throws IOException {
        Path jar = jar(20 << 20); // in parts
        Uploading uploading = to("s3://" + bucket.bucket() + "/demo/");

        Uploading.Uploaded first = uploading.upload(jar, "app.jar");
        assertThat(first.isNew()).isTrue();
        assertThat(first.uri()).isEqualTo("s3://" + bucket.bucket() + "/demo/" + first.sha256() + "/app.jar");
        assertThat(server.keys(bucket)).containsExactly("demo/" + first.sha256() + "/app.jar");

        Path fetched = folder.resolve("fetched.jar");
        new Fetching(
                        Map.of(
                                "MOSAIC_S3_ENDPOINT",
                                bucket.endpoint(),
                                "MOSAIC_S3_ACCESS_KEY",
                                S3Server.who(bucket).accessKey(),
                                "MOSAIC_S3_SECRET_KEY",
                                S3Server.who(bucket).secretKey()),
                        PATIENCE)
                .fetch(URI.create(first.uri()), fetched, Optional.of(first.sha256()));
        assertThat(fetched).hasSameBinaryContentAs(jar);

        assertThat(uploading.upload(jar, "app.jar"))
                .isEqualTo(new Uploading.Uploaded(first.uri(), first.sha256(), false));
        Files.write(jar, "another".getBytes(StandardCharsets.US_ASCII));
        assertThat(uploading.upload(jar, "app.jar").uri()).isNotEqualTo(first.uri());
    }

    @Test
    void shouldNeedNoPrefix() throws IOException {
        Uploading.Uploaded there = to("s3://" + bucket.bucket()).upload(jar(10), "app.jar");
        assertThat(there.uri()).isEqualTo("s3://" + bucket.bucket() + "/" + there.sha256() + "/app.jar");
    }

    @Test
    void shouldMakeNoBucketAndTellNoKeys() throws IOException {
        Path jar = jar(10);
        assertThatThrownBy(() -> to("s3://misspelt-bucket/demo").upload(jar, "app.jar"))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("code=NoSuchBucket")
                .hasMessageNotContaining(S3Server.who(bucket).secretKey());
        Map<String, String> wrong =
                Map.of("AWS_ACCESS_KEY_ID", S3Server.who(bucket).accessKey(), "AWS_SECRET_ACCESS_KEY", "wrong-key");
        assertThatThrownBy(() -> Uploading.to("s3://" + bucket.bucket(), bucket.endpoint(), wrong, PATIENCE)
                        .upload(jar, "app.jar"))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("status=403")
                .hasMessageNotContaining("wrong-key");
    }

    /** The server knows no such session, so that it says whether it saw one. */
    @Test
    void shouldShowTheTokenOfKeysThatDoNotLast() throws IOException {
        server.skipOn(
                S3Server.Kind.SEAWEEDFS,
                "SeaweedFS 4.53 does not look at the token beside keys that it knows without one");
        Path jar = jar(10);
        Map<String, String> session = Map.of(
                "AWS_ACCESS_KEY_ID",
                S3Server.who(bucket).accessKey(),
                "AWS_SECRET_ACCESS_KEY",
                S3Server.who(bucket).secretKey(),
                "AWS_SESSION_TOKEN",
                "a-token");
        assertThatThrownBy(() -> Uploading.to("s3://" + bucket.bucket(), bucket.endpoint(), session, PATIENCE)
                        .upload(jar, "app.jar"))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("code=InvalidTokenId");
    }

    @Test
    void shouldPreferOurKeysWhereBothAreThere() throws IOException {
        Map<String, String> both = Map.of(
                "AWS_ACCESS_KEY_ID",
                "of-something-else",
                "AWS_SECRET_ACCESS_KEY",
                "of-something-else",
                "AWS_SESSION_TOKEN",
                "of-something-else",
                "MOSAIC_S3_ACCESS_KEY",
                S3Server.who(bucket).accessKey(),
                "MOSAIC_S3_SECRET_KEY",
                S3Server.who(bucket).secretKey());
        assertThat(Uploading.to("s3://" + bucket.bucket(), bucket.endpoint(), both, PATIENCE)
                        .upload(jar(10), "app.jar")
                        .isNew())
                .isTrue();
    }

    @Test
    void shouldSayWhatIsMissing() {
        assertThatThrownBy(() -> Uploading.to("s3://jars", bucket.endpoint(), Map.of(), PATIENCE))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("AWS_ACCESS_KEY_ID")
                .hasMessageContaining("MOSAIC_S3_ACCESS_KEY");
        assertThatThrownBy(() -> to("jars/demo"))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("s3://bucket/prefix");
    }
}
