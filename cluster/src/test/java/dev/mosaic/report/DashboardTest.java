package dev.mosaic.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.http.Response;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the server of the dashboard gives to whom. S8.1. */
class DashboardTest {
    private static final List<String> FILES = List.of("/", "/app.js", "/style.css", "/icon.svg", "/licenses.txt");

    private final HttpClient browser = HttpClient.newHttpClient();
    private Dashboard dashboard;

    @BeforeEach
    void open() throws IOException {
        dashboard = Dashboard.open(0, (path, work) -> Response.json(List.of(path, work.toSeconds())));
    }

    @AfterEach
    void close() {
        browser.close();
        dashboard.close();
    }

    private HttpResponse<String> get(String path, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(dashboard.link().resolve(path));
        return browser.send(
                headers.length == 0 ? request.build() : request.headers(headers).build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private HttpResponse<String> getWithToken(String path) throws Exception {
        return get(path, "Authorization", "Bearer " + token());
    }

    private String token() {
        return dashboard.link().getFragment().replace("token=", "");
    }

    @Test
    void shouldGiveItsPagesToAllAndLetThemAskNobodyElse_S8_1() throws Exception {
        for (String file : FILES) {
            HttpResponse<String> answer = get(file);
            assertThat(answer.statusCode()).as(file).isEqualTo(200);
            assertThat(answer.headers().firstValue("Content-Security-Policy").orElseThrow())
                    .contains("default-src 'none'", "script-src 'self'", "frame-ancestors 'none'")
                    .doesNotContain("unsafe");
        }
        assertThat(get("/").body()).doesNotContain("<style", "http:", "https:").containsOnlyOnce("<script ");
        assertThat(get("/nowhere").statusCode()).isEqualTo(401);
    }

    @Test
    void shouldShowNothingOfTheClusterWithoutTheToken_S8_1() throws Exception {
        assertThat(get("/v1/status").statusCode()).isEqualTo(401);
        assertThat(get("/v1/status", "Authorization", "Bearer " + token().replace(token().charAt(0), '_'))
                        .statusCode())
                .isEqualTo(403);
        assertThat(getWithToken("/v1/status").body()).isEqualTo("[\"/v1/status\",0]");
    }

    @Test
    void shouldAskTheClusterForWhatWasAsked_S8_1() throws Exception {
        assertThat(getWithToken("/v1/tasks?name=a%26b%20c").body()).isEqualTo("[\"/v1/tasks?name=a%26b+c\",0]");
        assertThat(getWithToken("/v1/units/worker%3A0%3A1/stack").body())
                .isEqualTo("[\"/v1/units/worker%3A0%3A1/stack\",0]");
        assertThat(getWithToken("/v1/units/worker%3A0%3A1/profile?seconds=7").body())
                .isEqualTo("[\"/v1/units/worker%3A0%3A1/profile?seconds=7\",7]");
    }

    @Test
    void shouldChangeNothing_S8_1() throws Exception {
        HttpRequest drain = HttpRequest.newBuilder(dashboard.link().resolve("/v1/nodes/here/drain"))
                .header("Authorization", "Bearer " + token())
                .POST(HttpRequest.BodyPublishers.noBody())
                .build();
        assertThat(browser.send(drain, HttpResponse.BodyHandlers.ofString()).statusCode())
                .isEqualTo(404);
        HttpRequest post = HttpRequest.newBuilder(dashboard.link().resolve("/v1/status"))
                .header("Authorization", "Bearer " + token())
                .POST(HttpRequest.BodyPublishers.noBody())
                .build();
        assertThat(browser.send(post, HttpResponse.BodyHandlers.ofString()).statusCode())
                .isEqualTo(405);
    }

    @Test
    void shouldHaveATokenOfItsOwnEachTime_S8_1() throws Exception {
        URI first = dashboard.link();
        try (Dashboard other = Dashboard.open(0, (path, work) -> Response.json(List.of()))) {
            assertThat(other.link().getFragment()).hasSizeGreaterThan(32).isNotEqualTo(first.getFragment());
            assertThat(other.link().getHost()).isEqualTo("127.0.0.1");
        }
    }
}
