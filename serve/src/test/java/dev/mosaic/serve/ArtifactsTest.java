package dev.mosaic.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mosaic.http.HttpApi;
import dev.mosaic.http.Response;
import dev.mosaic.http.Route;
import dev.mosaic.http.Scope;
import dev.mosaic.http.Tokens;
import dev.mosaic.http.Trust;
import dev.mosaic.keys.KeyFiles;
import dev.mosaic.mesh.tls.KeyFolder;
import dev.mosaic.testing.Eventually;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where the jars of declared tesserae may come from, how often they are read, and that one that is slow holds up no other. */
class ArtifactsTest {
    private static final Duration PATIENCE = Duration.ofSeconds(3);

    @TempDir
    Path folder;

    private Path image;
    private Artifacts artifacts;
    private HttpApi elsewhere;
    private HttpClient http;
    private final CountDownLatch dripping = new CountDownLatch(1);

    @BeforeEach
    void open() throws Exception {
        image = Files.createDirectory(folder.resolve("image"));
        Path keys = folder.resolve("keys");
        new KeyFiles(keys).make(Duration.ofDays(1));
        elsewhere = HttpApi.open(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                Optional.of(KeyFolder.open(keys)),
                Tokens.of(List::of),
                List.of(
                        new Route("GET", "/a.jar", Scope.CALL, any -> Response.whole(200, "x/jar", "PK a")),
                        new Route(
                                "GET",
                                "/slow.jar",
                                Scope.CALL,
                                any -> Response.streamed("x/jar", sink -> {
                                    for (int i = 0; i < 1_000; i++) {
                                        sink.text("P");
                                        dripping.countDown();
                                        if (new CountDownLatch(1).await(50, TimeUnit.MILLISECONDS)) {
                                            return;
                                        }
                                    }
                                }))));
        http = HttpClient.newBuilder().sslContext(Trust.in(keys)).build();
        artifacts = Artifacts.open(image, http, PATIENCE);
    }

    @AfterEach
    void close() {
        artifacts.close();
        http.close();
        elsewhere.close();
    }

    private static Declaration.Artifact at(String uri) {
        return new Declaration.Artifact(uri, null, null);
    }

    private Declaration.Artifact web(String path, String sha256) {
        return new Declaration.Artifact("https://127.0.0.1:" + elsewhere.port() + path, sha256, null);
    }

    private Path jar(String name, String content) throws IOException {
        return Files.writeString(image.resolve(name), content);
    }

    private String refused(Declaration.Artifact artifact) {
        long before = artifacts.copies();
        assertThatThrownBy(() -> artifacts.fetch(List.of(artifact), null)).isInstanceOf(IOException.class);
        try {
            var _ = artifacts.fetch(List.of(artifact), null);
            throw new AssertionError("it was fetched");
        } catch (IOException e) {
            assertThat(artifacts.copies()).as("nothing was read").isEqualTo(before);
            return e.getMessage();
        }
    }

    @Test
    void shouldReadJarsBelowItsFolderOnly() throws IOException {
        Path inside = jar("a.jar", "PK a");
        assertThat(artifacts.fetch(List.of(at("image://" + inside)), null).files())
                .singleElement()
                .satisfies(file -> assertThat(file).hasContent("PK a"));

        Path outside = Files.writeString(folder.resolve("outside.jar"), "PK secret");
        Path link = Files.createSymbolicLink(image.resolve("link.jar"), outside);
        for (String path : List.of(
                "/etc/passwd",
                outside.toString(),
                link.toString(),
                image + "/../outside.jar",
                image.toString(),
                image + "/nothing.jar",
                jar("text.txt", "PK").toString())) {
            assertThat(refused(at("image://" + path))).contains("is no .jar below folder=" + image, "--jars");
        }
    }

    @Test
    void shouldTakeJarsOnly() throws IOException {
        Path text = jar("text.jar", "root:x:0:0");
        assertThatThrownBy(() -> artifacts.fetch(List.of(at("image://" + text)), null))
                .hasMessageContaining("is no jar");
    }

    @ParameterizedTest
    @ValueSource(strings = {"../../etc/shadow", "/etc/x", "", "abc", "zz"})
    void shouldTakeAHashForAHashOnly(String sha256) {
        assertThatThrownBy(() -> new Declaration.Artifact("https://elsewhere/a.jar", sha256, null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("64 hexadecimal digits");
    }

    @Test
    void shouldReadAFileOfTheImageOnceForEachChange() throws IOException {
        Path file = jar("a.jar", "PK a");
        List<Declaration.Artifact> wanted = List.of(at("image://" + file));
        Artifacts.Fetched first = artifacts.fetch(wanted, null);
        for (int i = 0; i < 10; i++) {
            assertThat(artifacts.fetch(wanted, first)).isSameAs(first);
        }
        assertThat(artifacts.copies()).isEqualTo(1);

        jar("a.jar", "PK another");
        Artifacts.Fetched next = artifacts.fetch(wanted, first);
        assertThat(next.hash()).isNotEqualTo(first.hash());
        assertThat(artifacts.fetch(wanted, next)).isSameAs(next);
        assertThat(artifacts.copies()).isEqualTo(2);
    }

    @Test
    void shouldDecodeWhatWasSentOnce() throws IOException {
        String content = Base64.getEncoder().encodeToString("PK sent".getBytes(StandardCharsets.US_ASCII));
        List<Declaration.Artifact> wanted = List.of(new Declaration.Artifact("configmap://a/b", null, content));
        Artifacts.Fetched first = artifacts.fetch(wanted, null);
        assertThat(artifacts.fetch(wanted, first)).isSameAs(first);
        assertThat(artifacts.copies()).isEqualTo(1);

        Files.delete(first.files().getFirst());
        assertThat(artifacts.fetch(wanted, first).files().getFirst())
                .as("again where it is gone")
                .exists();
    }

    @Test
    void shouldFetchFromTheWebWhatHasTheHash() throws IOException {
        String hash = Sha256.of("PK a".getBytes(StandardCharsets.US_ASCII));
        assertThat(artifacts.fetch(List.of(web("/a.jar", hash)), null).files().getFirst())
                .hasContent("PK a");
        assertThatThrownBy(() -> artifacts.fetch(List.of(web("/a.jar", "0".repeat(64))), null))
                .hasMessageContaining("has sha256=" + hash);
        assertThatThrownBy(() -> artifacts.fetch(List.of(web("/none.jar", "0".repeat(64))), null))
                .hasMessageContaining("status=404");
    }

    @Test
    void shouldGiveUpABodyThatDripsAndHoldUpNobody() throws Exception {
        CompletableFuture<Throwable> slow = CompletableFuture.supplyAsync(
                        () -> {
                            try {
                                return artifacts.fetch(List.of(web("/slow.jar", "0".repeat(64))), null);
                            } catch (IOException e) {
                                throw new IllegalStateException(e.getMessage(), e);
                            }
                        },
                        task -> Thread.ofVirtual().start(task))
                .handle((_, failure) -> failure.getCause());
        assertThat(dripping.await(30, TimeUnit.SECONDS)).isTrue();

        Path file = jar("a.jar", "PK a");
        assertThat(artifacts.fetch(List.of(at("image://" + file)), null).files())
                .hasSize(1);
        assertThat(slow).as("it came meanwhile").isNotDone();
        assertThat(slow.get(Eventually.PATIENCE.toSeconds(), TimeUnit.SECONDS))
                .hasMessageContaining("did not come: it was not there within 3.0 s");
    }
}
