package dev.mosaic.warehouse.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mosaic.S3Keys;
import dev.mosaic.S3Options;
import dev.mosaic.StartException;
import dev.mosaic.store.tier.BucketException;
import dev.mosaic.testing.Eventually;
import dev.mosaic.testing.LogGuard;
import dev.mosaic.unit.objects.BucketProblem;
import io.minio.credentials.Credentials;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.ProviderException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** Which keys a bucket is asked with, and which server it trusts. The SDK reads properties before the environment, so these say it here. */
@Isolated("it sets properties of the JVM")
class KeysOfBucketTest {
    private static final long PATIENCE = TimeUnit.SECONDS.toNanos(20);
    private static final byte[] BYTES = "entry".getBytes(StandardCharsets.UTF_8);

    @RegisterExtension
    final LogGuard log = new LogGuard();

    @TempDir
    private Path folder;

    private final Map<String, String> before = Map.copyOf(System.getProperties().entrySet().stream()
            .filter(each -> each.getKey().toString().startsWith("AWS_"))
            .collect(Collectors.toMap(
                    each -> each.getKey().toString(), each -> each.getValue().toString())));

    @AfterEach
    void takeBack() {
        System.getProperties().keySet().removeIf(each -> each.toString().startsWith("AWS_"));
        before.forEach(System::setProperty);
    }

    private static S3Options options(SmallStore store, S3Keys keys) {
        return S3Options.of(store.endpoint(), "entries", keys)
                .withRegion("us-east-1")
                .withTimeout(Duration.ofNanos(PATIENCE));
    }

    private static void put(S3Bucket bucket, String key) throws BucketException {
        bucket.replace(key, BYTES, "", PATIENCE);
    }

    @Test
    void shouldAskWithTheKeysThatStsGivesForTheTokenOfThePod() throws Exception {
        Path token = Files.writeString(folder.resolve("token"), "token-of-the-pod\n");
        try (SmallStore store = SmallStore.open("ASIA-1")) {
            store.given.add("ASIA-1");
            System.setProperty("AWS_WEB_IDENTITY_TOKEN_FILE", token.toString());
            System.setProperty("AWS_ROLE_ARN", "arn:aws:iam::1:role/entries");
            System.setProperty("AWS_ENDPOINT_URL_STS", store.endpoint());
            try (S3Bucket bucket = new S3Bucket(options(store, new S3Keys.OfMachine()))) {
                put(bucket, "one");
                put(bucket, "two");
                assertThat(store.asked).hasSizeGreaterThan(1).containsOnly("ASIA-1 session-of-ASIA-1");
                assertThat(store.roles).singleElement().satisfies(role -> {
                    assertThat(role.get("WebIdentityToken").strip()).isEqualTo("token-of-the-pod");
                    assertThat(role).containsEntry("RoleArn", "arn:aws:iam::1:role/entries");
                });
            }
        }
    }

    @Test
    void shouldTakeOtherKeysBeforeThoseOfStsExpire() throws Exception {
        Path token = Files.writeString(folder.resolve("token"), "first");
        try (SmallStore store = SmallStore.open("ASIA-1")) {
            store.given.add("ASIA-1");
            store.given.add("ASIA-2");
            store.secondsGiven = 1; // the SDK takes what lasts less than 10 s for expired
            System.setProperty("AWS_WEB_IDENTITY_TOKEN_FILE", token.toString());
            System.setProperty("AWS_ENDPOINT_URL_STS", store.endpoint());
            store.accessKey = "ASIA-2";
            try (S3Bucket bucket = new S3Bucket(options(store, new S3Keys.OfMachine()))) {
                put(bucket, "one");
                Files.writeString(token, "second");
                put(bucket, "two");
                assertThat(store.asked.getLast()).isEqualTo("ASIA-2 session-of-ASIA-2");
                assertThat(store.roles.getLast()).containsEntry("WebIdentityToken", "second");
            }
        }
    }

    @Test
    void shouldAskWithTheKeysOfThePodsOwnServer() throws Exception {
        Path token = Files.writeString(folder.resolve("token"), "token-of-the-pod\n");
        try (SmallStore store = SmallStore.open("ASIA-1")) {
            store.given.add("ASIA-1");
            System.setProperty("AWS_CONTAINER_CREDENTIALS_FULL_URI", store.endpoint() + "/pod-keys");
            System.setProperty("AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE", token.toString());
            try (S3Bucket bucket = new S3Bucket(options(store, new S3Keys.OfMachine()))) {
                put(bucket, "one");
                assertThat(store.asked).containsOnly("ASIA-1 session-of-ASIA-1");
                assertThat(store.roles).containsOnly(Map.of("token", "token-of-the-pod"));
            }
        }
    }

    @Test
    void shouldUploadForARoleThatMayOnlyWrite() throws Exception {
        Path token = Files.writeString(folder.resolve("token"), "token-of-the-pod\n");
        Path jar = Files.write(folder.resolve("app.jar"), BYTES);
        try (SmallStore store = SmallStore.open("ASIA-1")) {
            store.given.add("ASIA-1");
            store.mayOnlyWrite = true;
            System.setProperty("AWS_WEB_IDENTITY_TOKEN_FILE", token.toString());
            System.setProperty("AWS_ROLE_ARN", "arn:aws:iam::1:role/entries");
            System.setProperty("AWS_ENDPOINT_URL_STS", store.endpoint());
            try (S3Bucket bucket = new S3Bucket(options(store, new S3Keys.OfMachine()))) {
                assertThat(bucket.upload("app.jar", jar, PATIENCE)).isTrue();
            }
        }
    }

    /** Each waited its own 10 s for a server that was silent. */
    @Test
    void shouldTellAllWhoWaitedWhereTheServerOfKeysFails() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        KeySource.OneAtATime keys = new KeySource.OneAtATime(() -> {
            asked.incrementAndGet();
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(300));
            throw new ProviderException("silent");
        });
        List<CompletableFuture<Credentials>> waiting = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            waiting.add(CompletableFuture.supplyAsync(
                    keys::fetch, task -> Thread.ofVirtual().start(task)));
        }
        for (CompletableFuture<Credentials> each : waiting) {
            assertThatThrownBy(() -> each.get(Eventually.PATIENCE.toSeconds(), TimeUnit.SECONDS))
                    .hasRootCauseMessage("silent");
        }
        assertThat(asked).hasValue(1);
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1_100));
        assertThatThrownBy(keys::fetch).isInstanceOf(ProviderException.class);
        assertThat(asked).as("after a second it is asked again").hasValue(2);
    }

    @Test
    void shouldSayWhyThereAreNoKeys() throws Exception {
        try (SmallStore store = SmallStore.open("ASIA-1")) {
            System.setProperty(
                    "AWS_WEB_IDENTITY_TOKEN_FILE", folder.resolve("missing").toString());
            System.setProperty("AWS_ENDPOINT_URL_STS", store.endpoint());
            try (S3Bucket bucket = new S3Bucket(options(store, new S3Keys.OfMachine()))) {
                assertThatThrownBy(() -> bucket.replace("one", BYTES, "", TimeUnit.MILLISECONDS.toNanos(300)))
                        .isInstanceOf(BucketException.class)
                        .hasMessageContaining("no keys")
                        .hasMessageContaining("missing")
                        .satisfies(failed -> assertThat(
                                        ((BucketException) failed).problem().kind())
                                .isEqualTo(BucketProblem.Kind.AWAY));
            }
        }
    }

    @Test
    void shouldTakeUpKeysThatAreReplacedAndWaitWhileTheOldOnesAreRefused() throws Exception {
        write("1", "key-1");
        try (SmallStore store = SmallStore.open("key-1");
                S3Bucket bucket = new S3Bucket(options(store, new S3Keys.InFolder(folder)))) {
            put(bucket, "one");
            store.accessKey = "key-2"; // the server is told first, and what is written meanwhile waits
            CompletableFuture<String> waits = CompletableFuture.supplyAsync(() -> {
                try {
                    put(bucket, "two");
                    return "written";
                } catch (BucketException e) {
                    return e.getMessage();
                }
            });
            int asked = store.asked.size();
            while (store.asked.size() < asked + 3 && !waits.isDone()) {
                LockSupport.parkNanos(10_000_000);
            }
            assertThat(waits).as("it is refused, and asks again").isNotDone();
            write("2", "key-2");
            assertThat(waits.get(Eventually.PATIENCE.toSeconds(), TimeUnit.SECONDS))
                    .isEqualTo("written");
            assertThat(store.asked).contains("key-1").endsWith("key-2");
        }
    }

    /** Amazon says so with status 400, which the answer to HEAD does not explain. */
    @Test
    void shouldWaitForOtherKeysWhereTheseAreExpired_S4_7() throws Exception {
        write("1", "key-1");
        try (SmallStore store = SmallStore.open("key-2");
                S3Bucket bucket = new S3Bucket(options(store, new S3Keys.InFolder(folder)))) {
            store.statusOfOthers = 400;
            store.codeOfOthers = "ExpiredToken";
            assertThatThrownBy(() -> bucket.replace("one", BYTES, "", TimeUnit.MILLISECONDS.toNanos(300)))
                    .hasMessageContaining("refuses the keys, which may be replaced")
                    .hasMessageContaining("code=ExpiredToken");
            write("2", "key-2");
            put(bucket, "one");
        }
    }

    @Test
    void shouldSayAtOnceThatTheBucketIsNotForTheseKeysThoughTheyMayBeReplaced_S4_7() throws Exception {
        write("1", "key-1");
        try (SmallStore store = SmallStore.open("key-1");
                S3Bucket bucket = new S3Bucket(options(store, new S3Keys.InFolder(folder)))) {
            store.mayOnlyWrite = true;
            assertThatThrownBy(() -> put(bucket, "one"))
                    .hasMessageContaining("status=403 code=AccessDenied")
                    .satisfies(failed -> assertThat(
                                    ((BucketException) failed).problem().kind())
                            .isEqualTo(BucketProblem.Kind.REFUSED));
            store.mayOnlyWrite = false;
            put(bucket, "one");
        }
    }

    /** As a kubelet does it: a folder for each version, and a link to it that is replaced. */
    private void write(String version, String accessKey) throws Exception {
        Path data = Files.createDirectories(folder.resolve("..version-" + version));
        Files.writeString(data.resolve("accessKey"), accessKey + "\n");
        Files.writeString(data.resolve("secretKey"), "secret");
        Path link = Files.createSymbolicLink(folder.resolve("..new"), data.getFileName());
        Files.move(link, folder.resolve("..data"), StandardCopyOption.ATOMIC_MOVE);
        for (String name : new String[] {"accessKey", "secretKey"}) {
            if (!Files.exists(folder.resolve(name), LinkOption.NOFOLLOW_LINKS)) {
                Files.createSymbolicLink(folder.resolve(name), Path.of("..data", name));
            }
        }
    }

    @Test
    void shouldSayThatTheKeysAreRefusedWhereNobodyReplacesThem() throws Exception {
        write("1", "key-1");
        try (SmallStore store = SmallStore.open("key-2");
                S3Bucket bucket = new S3Bucket(options(store, new S3Keys.InFolder(folder)))) {
            assertThatThrownBy(() -> bucket.replace("one", BYTES, "", TimeUnit.MILLISECONDS.toNanos(300)))
                    .hasMessageContaining("refuses the keys")
                    .hasMessageContaining("status=403")
                    .hasMessageNotContaining("key-1");
        }
    }

    /** Keys that stay as they are do not get better. */
    @Test
    void shouldRefuseAtOnceWithWrongKeysThatStay() throws Exception {
        try (SmallStore store = SmallStore.open("key-1");
                S3Bucket bucket = new S3Bucket(options(store, new S3Keys.Fixed("other", "secret")))) {
            assertThatThrownBy(() -> put(bucket, "one"))
                    .satisfies(failed -> assertThat(
                                    ((BucketException) failed).problem().kind())
                            .isEqualTo(BucketProblem.Kind.REFUSED));
        }
    }

    @Test
    void shouldTrustTheAuthoritiesOfTheFileWithThisServerOnly() throws Exception {
        Path authorities = SmallStore.certificate(folder.resolve("a"));
        S3Keys keys = new S3Keys.Fixed("key-1", "secret");
        try (SmallStore store = SmallStore.openWithTls("key-1", folder.resolve("a"))) {
            try (S3Bucket bucket = new S3Bucket(options(store, keys).withAuthorities(authorities))) {
                put(bucket, "one");
            }
            try (S3Bucket bucket = new S3Bucket(options(store, keys))) {
                assertThatThrownBy(() -> bucket.replace("one", BYTES, "", TimeUnit.MILLISECONDS.toNanos(300)))
                        .hasMessageContaining("PKIX");
            }
        }
    }

    @Test
    void shouldTrustAuthoritiesThatAreReplaced() throws Exception {
        Path authorities = folder.resolve("ca.crt");
        Files.copy(SmallStore.certificate(folder.resolve("a")), authorities);
        Path second = SmallStore.certificate(folder.resolve("b"));
        S3Keys keys = new S3Keys.Fixed("key-1", "secret");
        try (SmallStore store = SmallStore.openWithTls("key-1", folder.resolve("b"));
                S3Bucket bucket = new S3Bucket(options(store, keys).withAuthorities(authorities))) {
            assertThatThrownBy(() -> bucket.replace("one", BYTES, "", TimeUnit.MILLISECONDS.toNanos(300)))
                    .isInstanceOf(BucketException.class);
            Files.writeString(authorities, Files.readString(second), StandardOpenOption.APPEND);
            put(bucket, "one");
        }
    }

    @Test
    void shouldWarnOnceOfAFileOfAuthoritiesThatIsWrong() throws Exception {
        Path authorities = folder.resolve("ca.crt");
        Files.copy(SmallStore.certificate(folder.resolve("a")), authorities);
        String right = Files.readString(authorities);
        Authorities trusted = new Authorities(authorities);
        int known = trusted.getAcceptedIssuers().length;
        Files.writeString(authorities, "no certificate");
        for (int connections = 0; connections < 5; connections++) {
            assertThat(trusted.getAcceptedIssuers()).hasSize(known);
        }
        log.expect(1, "the old authorities stay in use");
        Files.delete(authorities);
        for (int connections = 0; connections < 5; connections++) {
            assertThat(trusted.getAcceptedIssuers()).hasSize(known);
        }
        log.expect(1, "the old authorities stay in use");
        Files.writeString(authorities, right + right);
        assertThat(trusted.getAcceptedIssuers()).hasSize(known);
        Files.delete(authorities);
        assertThat(trusted.getAcceptedIssuers()).hasSize(known);
        log.expect(1, "the old authorities stay in use");
    }

    @Test
    void shouldRefuseAFileWithoutCertificatesAtTheStart() throws Exception {
        Path authorities = Files.writeString(folder.resolve("ca.crt"), "");
        S3Options options = S3Options.of("https://127.0.0.1:1", "entries", "key-1", "secret")
                .withAuthorities(authorities);
        assertThatThrownBy(() -> new S3Bucket(options))
                .isInstanceOf(StartException.class)
                .hasMessageContaining(authorities.toString());
    }
}
