package dev.mosaic.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.service.CurrentHealth;
import dev.mosaic.service.Health;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The health of a process over http. */
class HealthServerTest {
    @Test
    void shouldSayWhetherAProcessLivesAndIsReady() throws IOException, InterruptedException {
        CurrentHealth health = new CurrentHealth();
        try (HealthServer server = HealthServer.openLocally(0, health);
                HttpClient client = HttpClient.newHttpClient()) {
            assertThat(get(client, server, "/health").statusCode()).isEqualTo(503);
            assertThat(get(client, server, "/livez").statusCode())
                    .as("who starts lives")
                    .isEqualTo(200);
            health.is(Health.waiting("no link with \"monitor\"\n"));
            HttpResponse<String> waiting = get(client, server, "/readyz");
            assertThat(waiting.statusCode()).isEqualTo(503);
            assertThat(waiting.body())
                    .isEqualTo("{\"status\":\"starting\",\"reason\":\"no link with \\\"monitor\\\"\\u000a\"}\n");
            health.is(Health.WELL);
            for (String path : new String[] {"/health", "/livez", "/readyz"}) {
                HttpResponse<String> answer = get(client, server, path);
                assertThat(answer.statusCode()).isEqualTo(200);
                assertThat(answer.body()).isEqualTo("{\"status\":\"up\"}\n");
            }
            assertThat(get(client, server, "/").statusCode()).isEqualTo(404);
            assertThat(get(client, server, "/livez/x").statusCode()).isEqualTo(404);
        }
    }

    @Test
    void shouldSayThatAProcessIsStuck() throws IOException, InterruptedException {
        Health stuck = new Health() {
            @Override
            public Optional<String> stuck() {
                return Optional.of("it does nothing");
            }

            @Override
            public Optional<String> unready() {
                return stuck();
            }
        };
        try (HealthServer server = HealthServer.openLocally(0, stuck);
                HttpClient client = HttpClient.newHttpClient()) {
            HttpResponse<String> answer = get(client, server, "/livez");
            assertThat(answer.statusCode()).isEqualTo(503);
            assertThat(answer.body()).isEqualTo("{\"status\":\"stuck\",\"reason\":\"it does nothing\"}\n");
        }
    }

    private static HttpResponse<String> get(HttpClient client, HealthServer server, String path)
            throws IOException, InterruptedException {
        URI uri = URI.create("http://127.0.0.1:" + server.port() + path);
        return client.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
    }
}
