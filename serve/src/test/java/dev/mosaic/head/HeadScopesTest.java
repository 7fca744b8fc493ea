package dev.mosaic.head;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.http.Route;
import dev.mosaic.http.Scope;
import dev.mosaic.http.Trust;
import dev.mosaic.keys.KeyFiles;
import dev.mosaic.keys.Token;
import dev.mosaic.mesh.Endpoint;
import dev.mosaic.process.Access;
import dev.mosaic.serve.TesseraService;
import dev.mosaic.testing.Eventually;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** All that a head serves, and which token opens it. S7.5. */
class HeadScopesTest {
    /** A route that is not here fails: say whom it is for. */
    private static final Map<String, Scope> SCOPES = Map.ofEntries(
            Map.entry("GET /v1/openapi.json", Scope.CALL),
            Map.entry("GET /v1/status", Scope.ADMIN),
            Map.entry("GET /v1/tasks", Scope.ADMIN),
            Map.entry("GET /v1/instances", Scope.ADMIN),
            Map.entry("GET /v1/load", Scope.ADMIN),
            Map.entry("GET /metrics", Scope.ADMIN),
            Map.entry("GET /v1/events", Scope.ADMIN),
            Map.entry("GET /v1/objects", Scope.ADMIN),
            Map.entry("GET /v1/units/{uid}/stack", Scope.ADMIN),
            Map.entry("GET /v1/units/{uid}/profile", Scope.ADMIN),
            Map.entry("GET /v1/units/{uid}/lines", Scope.ADMIN),
            Map.entry("GET /v1/cluster", Scope.ADMIN),
            Map.entry("POST /v1/nodes/{host}/drain", Scope.ADMIN),
            Map.entry("PUT /v1/announced", Scope.ADMIN),
            Map.entry("GET /v1/tesserae", Scope.DEPLOY),
            Map.entry("PUT /v1/tesserae/{namespace}/{name}", Scope.DEPLOY),
            Map.entry("DELETE /v1/tesserae/{namespace}/{name}", Scope.DEPLOY),
            Map.entry("GET /v1/tesserae/{namespace}/{name}", Scope.CALL),
            Map.entry("GET /v1/tesserae/{namespace}/{name}/openapi.json", Scope.CALL),
            Map.entry("POST /v1/tesserae/{namespace}/{name}/{method}", Scope.CALL),
            Map.entry("GET /v1/calls/{id}", Scope.CALL));

    @TempDir
    Path folder;

    private HeadProcess head;
    private HttpClient client;

    @BeforeEach
    void make() throws Exception {
        new KeyFiles(folder).make(Duration.ofDays(30));
        start();
    }

    private void start() throws Exception {
        Endpoint.Tcp anywhere = new Endpoint.Tcp("127.0.0.1", 0);
        Access access = Access.of(folder.toString());
        head = HeadProcess.start(
                new HeadSettings(
                        anywhere,
                        "127.0.0.1",
                        Optional.empty(),
                        Optional.of(anywhere),
                        Optional.empty(),
                        "least-busy",
                        List.of(),
                        false,
                        true),
                access,
                monitor -> TesseraService.open(monitor, "127.0.0.1", folder, access));
        client = HttpClient.newBuilder().sslContext(Trust.in(folder)).build();
    }

    @AfterEach
    void stop() {
        client.close();
        head.close();
    }

    @Test
    void shouldHaveAScopeForEachRoute() {
        assertThat(head.routes().stream().collect(Collectors.toMap(HeadScopesTest::name, Route::scope)))
                .isEqualTo(SCOPES);
    }

    @Test
    void shouldServeOnlyThoseWhoseTokenOpensTheScope() throws Exception {
        for (Route route : head.routes()) {
            plain(route, null, 401);
            plain(route, "0123456789abcdef0123456789abcdef", 403);
            plain(route, token("token"), 403);
            for (Scope shown : Scope.values()) {
                if (shown.compareTo(route.scope()) < 0) {
                    assertThat(plain(route, token(shown.file()), 403))
                            .contains("this needs " + route.scope().file());
                } else {
                    assertThat(ask(route, token(shown.file())).statusCode())
                            .as("%s with %s", name(route), shown)
                            .isNotIn(401, 403, 500);
                }
            }
        }
    }

    /** They are the same for all, and show nothing without a token. */
    @Test
    void shouldGiveThePagesOfTheDashboardToAll_S8_1() throws Exception {
        HttpRequest request =
                HttpRequest.newBuilder(head.api().orElseThrow().resolve("/")).build();
        assertThat(client.send(request, HttpResponse.BodyHandlers.ofString()).body())
                .contains("<title>Mosaic</title>");
    }

    /** As a folder that an earlier version made. */
    @Test
    void shouldTakeAnotherTokenOfTheUnitsWhereScopesHaveNoFiles() throws Exception {
        stop();
        for (Scope each : Scope.values()) {
            Files.delete(folder.resolve(each.file()));
        }
        start();
        Route route = head.routes().getFirst();
        String old = token("token");
        assertThat(ask(route, old).statusCode()).isEqualTo(200);

        new KeyFiles(folder).renewToken(Token.MEMBER);
        String renewed = token("token");
        assertThat(renewed).isNotEqualTo(old);
        Eventually.holds("the new token is taken", () -> isAdmitted(route, renewed));
        assertThat(isAdmitted(route, old)).as("as by units").isTrue();
    }

    private boolean isAdmitted(Route route, String token) {
        try {
            return ask(route, token).statusCode() < 400;
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private String plain(Route route, String token, int status) throws IOException, InterruptedException {
        HttpResponse<String> answer = ask(route, token);
        assertThat(answer.statusCode()).as(name(route)).isEqualTo(status);
        assertThat(answer.headers().firstValue("Content-Type")).contains("application/problem+json");
        assertThat(answer.body()).contains("\"status\":" + status, "\"detail\":\"");
        return answer.body();
    }

    private HttpResponse<String> ask(Route route, String token) throws IOException, InterruptedException {
        String path = route.path().replaceAll("[{][a-z]+[}]", "nothing");
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create(head.api().orElseThrow() + path))
                .timeout(Duration.ofSeconds(30))
                .method(route.method(), HttpRequest.BodyPublishers.ofString("not json"));
        if (token != null) {
            request.header("Authorization", "Bearer " + token);
        }
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private String token(String file) throws IOException {
        return Files.readString(folder.resolve(file)).strip();
    }

    private static String name(Route route) {
        return route.method() + " " + route.path();
    }
}
