package dev.mosaic.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mosaic.testing.Eventually;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files from servers that say too much, or never end. */
class DownloadsTest {
    private static final Duration LONG = Eventually.PATIENCE;

    @TempDir
    Path folder;

    private HttpApi server;
    private HttpClient client;

    @BeforeEach
    void open() throws IOException {
        server = HttpApi.open(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                Optional.empty(),
                Tokens.of(List::of),
                List.of(
                        new Route("GET", "/ten", Scope.CALL, any -> Response.whole(200, "text/plain", "0123456789")),
                        new Route(
                                "GET",
                                "/endless",
                                Scope.CALL,
                                any -> Response.streamed("text/plain", sink -> {
                                    sink.text("0");
                                    new CountDownLatch(1).await();
                                }))));
        client = HttpClient.newHttpClient();
    }

    @AfterEach
    void close() {
        client.close();
        server.close();
    }

    private int get(String path, Path file, long mostBytes, Duration limit) throws Exception {
        URI uri = URI.create("http://127.0.0.1:" + server.port() + path);
        return Downloads.toFile(client, HttpRequest.newBuilder(uri).build(), file, mostBytes, limit);
    }

    @Test
    void shouldReplaceWhatIsThere() throws Exception {
        Path file = Files.writeString(folder.resolve("file"), "something longer than that");
        assertThat(get("/ten", file, 10, LONG)).isEqualTo(200);
        assertThat(file).hasContent("0123456789");
    }

    @Test
    void shouldWriteNothingOfARefusal() throws Exception {
        assertThat(get("/none", folder.resolve("file"), 1_000, LONG)).isEqualTo(404);
        assertThat(folder.resolve("file")).doesNotExist();
    }

    @Test
    void shouldReadNoMoreThanItsLimit() {
        assertThatThrownBy(() -> get("/ten", folder.resolve("file"), 9, LONG)).isInstanceOf(IOException.class);
    }

    @Test
    void shouldWaitNoLongerThanItsLimit() {
        assertThatThrownBy(() -> get("/endless", folder.resolve("file"), 1_000, Duration.ofSeconds(1)))
                .isInstanceOf(HttpTimeoutException.class)
                .hasMessageContaining("within 1.0 s");
    }
}
