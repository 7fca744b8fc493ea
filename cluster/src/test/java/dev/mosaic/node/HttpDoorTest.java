package dev.mosaic.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mosaic.Mosaic;
import dev.mosaic.NoMosaicException;
import dev.mosaic.StartException;
import dev.mosaic.StartOptions;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** {@code Mosaic.start(o -> o.httpPort(p))}: the gateway's http door of a cluster on this machine. */
class HttpDoorTest {
    private static final Pattern ADDRESS = Pattern.compile("Http at (http://127\\.0\\.0\\.1:\\d+)\n");

    private final HttpClient client = HttpClient.newHttpClient();

    @Test
    void shouldSayThatTheClusterIsUpUntilItIsClosed_S1_3() throws Exception {
        try (Transcript transcript = new Transcript()) {
            URI health;
            try (Mosaic _ = Mosaic.start(options -> small(options).httpPort(0))) {
                Matcher address = ADDRESS.matcher(transcript.error());
                assertThat(address.find()).as(transcript.error()).isTrue();
                health = URI.create(address.group(1) + "/health");
                assertThat(get(health).statusCode()).isEqualTo(200);
                assertThat(get(health).body()).isEqualTo("{\"status\":\"up\"}\n");
            }
            assertThatThrownBy(() -> get(health)).as("its cluster has ended").isInstanceOf(IOException.class);
        }
    }

    @Test
    void shouldHaveNoDoorUnlessAskedFor_S1_3() {
        try (Transcript transcript = new Transcript();
                Mosaic _ = Mosaic.start(HttpDoorTest::small)) {
            assertThat(transcript.error()).contains("Listening at").doesNotContain("Http at");
        }
    }

    @Test
    void shouldNotStartWhereThePortIsTaken_S1_3() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            int port = taken.getLocalPort();
            assertThatThrownBy(() -> Mosaic.start(options -> small(options).httpPort(port)))
                    .isInstanceOf(StartException.class)
                    .hasMessageContaining("httpPort=" + port);
            assertThatThrownBy(Mosaic::current).as("nothing is left of it").isInstanceOf(NoMosaicException.class);
        }
    }

    private static StartOptions small(StartOptions options) {
        return options.workers(1).inProcess();
    }

    private HttpResponse<String> get(URI uri) throws IOException, InterruptedException {
        return client.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
    }
}
