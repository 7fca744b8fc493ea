package dev.mosaic.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** The gateway's health over http. */
class HealthServerTest {
    @Test
    void shouldSayWhetherTheClusterIsUp() throws IOException, InterruptedException {
        AtomicBoolean up = new AtomicBoolean();
        try (HealthServer server = HealthServer.openLocally(0, up::get);
                HttpClient client = HttpClient.newHttpClient()) {
            assertThat(get(client, server, "/health").statusCode()).isEqualTo(503);
            up.set(true);
            HttpResponse<String> answer = get(client, server, "/health");
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.body()).isEqualTo("{\"status\":\"up\"}\n");
            assertThat(get(client, server, "/").statusCode()).isEqualTo(404);
        }
    }

    private static HttpResponse<String> get(HttpClient client, HealthServer server, String path)
            throws IOException, InterruptedException {
        URI uri = URI.create("http://127.0.0.1:" + server.port() + path);
        return client.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
    }
}
