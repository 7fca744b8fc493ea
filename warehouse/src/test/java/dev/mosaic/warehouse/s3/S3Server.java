package dev.mosaic.warehouse.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.mosaic.S3Keys;
import dev.mosaic.S3Options;
import dev.mosaic.testing.FreePorts;
import io.minio.GetObjectArgs;
import io.minio.ListObjectsArgs;
import io.minio.MinioAsyncClient;
import io.minio.PutObjectAPIArgs;
import io.minio.RemoveBucketArgs;
import io.minio.RemoveObjectArgs;
import io.minio.Result;
import io.minio.messages.Item;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import okhttp3.OkHttpClient;
import org.jspecify.annotations.Nullable;

/**
 * A real server that speaks S3: the one of {@code MOSAIC_TEST_S3_ENDPOINT}, with {@code MOSAIC_TEST_S3_ACCESS_KEY} and {@code
 * MOSAIC_TEST_S3_SECRET_KEY}, or one of the test's own on free ports, which can be stopped and killed: the program in {@code
 * mosaic.s3}, else a MinIO.
 */
public final class S3Server implements AutoCloseable {
    private static final String ACCESS = "mosaic-test";
    private static final String SECRET = "not-a-secret-1234";

    /** Each one reads all certificates of the JDK, which takes half a second. */
    private static final OkHttpClient HTTP = new OkHttpClient();

    /** All ports of a SeaweedFS, whose parts talk to each other, and the one that tells whether it can write. */
    private static final int PORTS = 10;

    private static final int MASTER = 6;

    /** The programs that are known. */
    public enum Kind {
        MINIO,

        /** Says that it is healthy long before it takes objects: after a kill its master takes none for 15 s. */
        SEAWEEDFS;

        private List<String> questions(URI at) {
            return switch (this) {
                case MINIO -> List.of(at + "/minio/health/ready");
                case SEAWEEDFS ->
                    List.of(at + "/healthz", "http://" + at.getHost() + ":" + (at.getPort() + MASTER) + "/dir/assign");
            };
        }

        private static Kind of(Path binary) {
            return binary.getFileName().toString().startsWith("weed") ? SEAWEEDFS : MINIO;
        }
    }

    private final Optional<Path> binary;
    private final Path data;
    private final String endpoint;
    private final String access;
    private final String secret;
    private final List<String> buckets = new ArrayList<>();
    private @Nullable Process process;

    private S3Server(Optional<Path> binary, Path data, String endpoint, String access, String secret) {
        this.binary = binary;
        this.data = data;
        this.endpoint = endpoint;
        this.access = access;
        this.secret = secret;
    }

    /** One that there is, or a new one; skips the test where there is neither, and fails it where that is the CI. */
    public static S3Server any(Path data) {
        Map<String, String> environment = System.getenv();
        String there = environment.getOrDefault("MOSAIC_TEST_S3_ENDPOINT", "");
        return there.isEmpty()
                ? own(data)
                : new S3Server(
                        Optional.empty(),
                        data,
                        there,
                        environment.getOrDefault("MOSAIC_TEST_S3_ACCESS_KEY", ""),
                        environment.getOrDefault("MOSAIC_TEST_S3_SECRET_KEY", ""));
    }

    /** One of the test's own, which can be stopped; skips and fails as {@link #any}, and is skipped where only another is there. */
    public static S3Server own(Path data) {
        return own(data, "127.0.0.1");
    }

    /** The same, at that address of this machine. */
    public static S3Server own(Path data, String host) {
        Optional<Path> binary = binary();
        boolean isOtherGiven = System.getenv("MOSAIC_TEST_S3_ENDPOINT") != null; // which cannot be stopped
        if (System.getenv("CI") == null || isOtherGiven) {
            assumeTrue(binary.isPresent(), "no server of S3: run with -Dmosaic.s3=$(bin/minio)");
        }
        assertThat(binary)
                .as("-Dmosaic.s3, which the CI must set to $(bin/minio)")
                .isPresent();
        S3Server server = new S3Server(binary, data, "http://" + host + ":" + FreePorts.next(PORTS), ACCESS, SECRET);
        server.start();
        return server;
    }

    private static Optional<Path> binary() {
        List<Path> candidates = new ArrayList<>();
        String said = System.getProperty("mosaic.s3", "");
        if (!said.isEmpty()) {
            candidates.add(Path.of(said));
        }
        for (String folder : System.getenv().getOrDefault("PATH", "").split(":", -1)) {
            candidates.add(Path.of(folder, "minio"));
        }
        candidates.add(Path.of(System.getProperty("user.home"), ".cache", "mosaic-tools", "bin", "minio"));
        return candidates.stream().filter(Files::isExecutable).findFirst();
    }

    /** Again, with the objects it had. */
    public void start() {
        Path program = binary.orElseThrow();
        Kind kind = Kind.of(program);
        List<String> command = new ArrayList<>(List.of(program.toString()));
        try {
            Files.createDirectories(data);
            command.addAll(
                    switch (kind) {
                        case MINIO ->
                            List.of(
                                    "server",
                                    "--quiet",
                                    "--address",
                                    URI.create(endpoint).getAuthority(),
                                    data.toString());
                        case SEAWEEDFS -> seaweedfs();
                    });
            ProcessBuilder builder = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD);
            builder.environment().clear(); // SeaweedFS takes any variable with the name of an option for that option
            builder.environment().put("MINIO_ROOT_USER", access);
            builder.environment().put("MINIO_ROOT_PASSWORD", secret);
            builder.environment().put("MINIO_BROWSER", "off");
            builder.environment().put("HOME", data.toString());
            process = builder.start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        long end = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        while (!isReady(kind) && System.nanoTime() < end) {
            LockSupport.parkNanos(20_000_000);
        }
        assertThat(isReady(kind)).as("%s is ready", kind).isTrue();
    }

    /** Small volumes, all ports of its own, and nothing of it is reported to its makers. */
    private List<String> seaweedfs() throws IOException {
        URI at = URI.create(endpoint);
        int port = at.getPort();
        Path keys = data.resolve("s3.json");
        Files.writeString(keys, """
                {"identities": [{"name": "test", "actions": ["Admin"], "credentials": [{"accessKey": "%s", "secretKey": "%s"}]}]}
                """.formatted(access, secret));
        return List.of(
                "-logtostderr=true",
                "mini",
                "-admin.ui=false",
                "-admin.port=" + (port + 8),
                "-admin.port.grpc=" + (port + 9),
                "-admin.port.legacy=0",
                "-webdav=false",
                "-dir=" + data,
                "-ip=" + at.getHost(),
                "-ip.bind=" + at.getHost(),
                "-s3.config=" + keys,
                "-s3.autoCreateBucket=false", // as S3 does
                "-s3.localSocket=" + data.resolve("s3.sock"),
                "-s3.port=" + port,
                "-s3.port.grpc=" + (port + 1),
                "-s3.port.iceberg=0",
                "-s3.port.lance=0",
                "-filer.localSocket=" + data.resolve("filer.sock"),
                "-filer.port=" + (port + 2),
                "-filer.port.grpc=" + (port + 3),
                "-volume.port=" + (port + 4),
                "-volume.port.grpc=" + (port + 5),
                "-volume.max=100",
                "-master.port=" + (port + MASTER),
                "-master.port.grpc=" + (port + 7),
                "-master.volumeSizeLimitMB=64",
                "-master.telemetry=false");
    }

    private boolean isReady(Kind kind) {
        return kind.questions(URI.create(endpoint)).stream().allMatch(S3Server::saysOk);
    }

    private static boolean saysOk(String url) {
        try {
            HttpURLConnection connection =
                    (HttpURLConnection) URI.create(url).toURL().openConnection();
            connection.setConnectTimeout(1_000);
            connection.setReadTimeout(2_000);
            return connection.getResponseCode() == 200;
        } catch (IOException notYet) {
            return false;
        }
    }

    /**
     * Ends it: MinIO by {@link #kill}, SeaweedFS by SIGTERM. A SeaweedFS that was killed answers puts only after more than 30 s, the timeout of S3
     * by default.
     */
    public void end() throws IOException, InterruptedException {
        if (Kind.of(binary.orElseThrow()) == Kind.SEAWEEDFS) {
            signal("TERM");
            Process running = process;
            if (running != null && running.waitFor(10, TimeUnit.SECONDS)) {
                return;
            }
        }
        kill();
    }

    public void kill() {
        Process running = process;
        if (running != null) {
            running.destroyForcibly();
            try {
                assertThat(running.waitFor(10, TimeUnit.SECONDS))
                        .as("it is gone")
                        .isTrue();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** A SeaweedFS that is killed leaves them, in a folder that nobody chooses. */
    private void deleteSockets() {
        int port = URI.create(endpoint).getPort();
        for (String part : List.of("s3", "filer", "volume", "master", "admin")) {
            for (int i = 0; i < PORTS; i++) {
                try {
                    Files.deleteIfExists(Path.of("/tmp", "seaweedfs-" + part + "-grpc-" + (port + i) + ".sock"));
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        }
    }

    /** SIGSTOP, or SIGCONT. */
    public void signal(String name) throws IOException, InterruptedException {
        Process running = process;
        assertThat(running).isNotNull();
        assertThat(new ProcessBuilder("kill", "-" + name, Long.toString(running.pid()))
                        .start()
                        .waitFor())
                .isZero();
    }

    /** Skips the test on a server of the test's own of that kind. */
    public void skipOn(Kind kind, String why) {
        assumeTrue(binary.map(Kind::of).filter(kind::equals).isEmpty(), why);
    }

    /** A bucket of its own, which is not made yet. */
    public S3Options bucket(String name) {
        String own = name + "-" + Long.toHexString(System.nanoTime());
        buckets.add(own);
        return S3Options.of(endpoint, own, access, secret);
    }

    public S3Options withSecret(S3Options options, String other) {
        return S3Options.of(options.endpoint(), options.bucket(), who(options).accessKey(), other);
    }

    /** Those of its buckets. */
    public static S3Keys.Fixed who(S3Options options) {
        return (S3Keys.Fixed) options.keys();
    }

    // ---- behind the back

    private MinioAsyncClient client() {
        return MinioAsyncClient.builder()
                .endpoint(endpoint)
                .credentials(access, secret)
                .httpClient(HTTP, false)
                .build();
    }

    public List<String> keys(S3Options options) {
        List<String> keys = new ArrayList<>();
        try (MinioAsyncClient client = client()) {
            for (Result<Item> each : client.listObjects(ListObjectsArgs.builder()
                    .bucket(options.bucket())
                    .recursive(true)
                    .build())) {
                keys.add(each.get().objectName());
            }
        } catch (io.minio.errors.ErrorResponseException none) {
            assertThat(none.errorResponse().code()).isEqualTo("NoSuchBucket");
        } catch (Exception e) {
            throw new AssertionError(e);
        }
        return keys;
    }

    public void delete(S3Options options, String key) {
        try (MinioAsyncClient client = client()) {
            client.removeObject(RemoveObjectArgs.builder()
                            .bucket(options.bucket())
                            .object(key)
                            .build())
                    .join();
        }
    }

    /** Turns one bit around in the middle. */
    public void corrupt(S3Options options, String key) {
        try (MinioAsyncClient client = client()) {
            byte[] bytes;
            try (InputStream in = client.getObject(GetObjectArgs.builder()
                            .bucket(options.bucket())
                            .object(key)
                            .build())
                    .join()) {
                bytes = in.readAllBytes();
            }
            bytes[bytes.length / 2] ^= 4;
            client.putObject(PutObjectAPIArgs.builder()
                            .bucket(options.bucket())
                            .object(key)
                            .data(bytes, bytes.length)
                            .build())
                    .join();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public void removeBucket(S3Options options) {
        keys(options).forEach(key -> delete(options, key));
        try (MinioAsyncClient client = client()) {
            client.removeBucket(
                            RemoveBucketArgs.builder().bucket(options.bucket()).build())
                    .join();
        }
    }

    @Override
    public void close() {
        if (binary.isPresent()) {
            kill();
            deleteSockets();
        } else {
            buckets.forEach(bucket -> removeBucket(S3Options.of(endpoint, bucket, access, secret)));
        }
    }
}
