package dev.mosaic.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.mosaic.StartException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is fetched is whole, is what was meant, and comes although the server fails now and then. */
class FetchingTest {
    private static final String DIGEST = "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824"; // hello
    private static final byte[] HELLO = "hello".getBytes(StandardCharsets.UTF_8);

    @TempDir
    private Path folder;

    private HttpServer server;
    private final AtomicInteger asked = new AtomicInteger();

    @BeforeEach
    void serve() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/good.jar", exchange -> {
            exchange.sendResponseHeaders(200, HELLO.length);
            exchange.getResponseBody().write(HELLO);
            exchange.close();
        });
        server.createContext("/at-the-third.jar", exchange -> {
            int times = asked.incrementAndGet();
            if (times == 1) {
                exchange.sendResponseHeaders(503, -1);
            } else {
                exchange.sendResponseHeaders(200, HELLO.length);
                exchange.getResponseBody().write(HELLO, 0, times == 2 ? 2 : HELLO.length); // cut off in the middle
            }
            exchange.close();
        });
        server.createContext("/missing.jar", exchange -> {
            asked.incrementAndGet();
            exchange.sendResponseHeaders(404, -1);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void end() {
        server.stop(0);
    }

    private void fetch(String path, String sha256) {
        new Fetching(Map.of(), Duration.ofSeconds(5))
                .fetch(
                        URI.create("http://127.0.0.1:" + server.getAddress().getPort() + path),
                        folder.resolve("app.jar"),
                        Optional.ofNullable(sha256));
    }

    @Test
    void shouldFetchWhatIsThereAndCheckIt() {
        fetch("/good.jar", DIGEST);
        assertThat(folder.resolve("app.jar")).hasContent("hello");
        assertThat(folder.toFile().list()).containsExactly("app.jar");
    }

    @Test
    void shouldAskAgainWhereThatMayHelp() {
        fetch("/at-the-third.jar", DIGEST);
        assertThat(folder.resolve("app.jar")).hasContent("hello");
        assertThat(asked).hasValue(3);
    }

    @Test
    void shouldNotAskAgainForWhatIsMissing() {
        assertThatThrownBy(() -> fetch("/missing.jar", null))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("status=404");
        assertThat(asked).hasValue(1);
    }

    @Test
    void shouldRefuseWhatIsAnotherThing() {
        assertThatThrownBy(() -> fetch("/good.jar", "00" + DIGEST.substring(2)))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("is another thing than was meant")
                .hasMessageContaining(DIGEST);
        assertThat(folder.resolve("app.jar")).doesNotExist();
    }

    @Test
    void shouldSayThatNoServerOfS3IsKnown() {
        assertThatThrownBy(() -> new Fetching(Map.of(), Duration.ofSeconds(1))
                        .fetch(URI.create("s3://jars/app.jar"), folder.resolve("app.jar"), Optional.empty()))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("MOSAIC_S3_ENDPOINT");
    }
}
