package dev.mosaic.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.mosaic.S3Options;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A bucket of a server on this machine that says no as S3 does, and the clock of such a server. */
class BucketCheckTest {
    private final Map<String, byte[]> objects = new ConcurrentHashMap<>();
    private HttpServer server;
    private int status = 200;
    private String code = "";
    private String written = "";

    @BeforeEach
    void serve() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
    }

    @AfterEach
    void end() {
        server.stop(0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String path = exchange.getRequestURI().getPath();
            byte[] sent = exchange.getRequestBody().readAllBytes();
            String verb = exchange.getRequestMethod();
            if (status == 200 && verb.equals("PUT")) {
                written = path;
                objects.put(path, sent);
            }
            byte[] body = objects.getOrDefault(path, new byte[0]);
            if (verb.equals("DELETE")) {
                objects.remove(path);
            }
            if (status != 200) {
                body = ("<Error><Code>" + code + "</Code></Error>").getBytes(StandardCharsets.UTF_8);
            }
            exchange.getResponseHeaders().set("Content-Type", "application/xml");
            exchange.getResponseHeaders().set("ETag", "\"tag\"");
            boolean hasBody = status != 200 ? !verb.equals("HEAD") : verb.equals("GET");
            exchange.sendResponseHeaders(
                    status == 200 && body.length == 0 ? 404 : status, hasBody && body.length > 0 ? body.length : -1);
            if (hasBody) {
                exchange.getResponseBody().write(body);
            }
        }
    }

    private Finding check(String endpoint) {
        return BucketCheck.of(
                S3Options.of(endpoint, "brain", "access", "hidden-word")
                        .withPrefix("team/brain")
                        .withRegion("us-east-1"),
                Duration.ZERO);
    }

    private String endpoint() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    @Test
    void shouldLeaveNothingInABucketThatIsWell() {
        assertThat(check(endpoint())).returns(Finding.Verdict.OK, Finding::verdict);
        assertThat(written).startsWith("/brain/team/brain/doctor-");
        assertThat(objects).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "404, NoSuchBucket, WARN, mc mb ALIAS/brain",
        "403, AccessDenied, FAIL, s3:PutObject",
        "403, SignatureDoesNotMatch, FAIL, MOSAIC_S3_SECRET_KEY",
        "403, RequestTimeTooSkewed, FAIL, timedatectl",
        "400, AuthorizationHeaderMalformed, FAIL, MOSAIC_S3_REGION"
    })
    void shouldAdviseByWhatS3Says(int says, String word, Finding.Verdict verdict, String remedy) {
        status = says;
        code = word;
        assertThat(check(endpoint()))
                .returns(verdict, Finding::verdict)
                .matches(each ->
                        each.found().contains("code=" + word) && !each.found().contains("hidden-word"))
                .matches(each -> each.remedy().contains(remedy));
    }

    @Test
    void shouldAdviseWhereNobodyAnswers() {
        assertThat(check("http://no-such-host.invalid"))
                .returns(Finding.Verdict.FAIL, Finding::verdict)
                .matches(each -> each.remedy().contains("getent hosts no-such-host.invalid"));
        server.stop(0);
        assertThat(check(endpoint()).remedy()).isEqualTo("check that it answers: curl -I " + endpoint());
    }

    @Test
    void shouldCompareTheClockWithThatOfTheServer() throws Exception {
        status = 403;
        assertThat(ClockCheck.of(URI.create(endpoint()), Optional.empty(), true))
                .returns(Finding.Verdict.OK, Finding::verdict);
        try (ServerSocket wrong = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread server = Thread.ofVirtual().start(() -> tellALongPastTime(wrong));
            assertThat(ClockCheck.of(URI.create("http://127.0.0.1:" + wrong.getLocalPort()), Optional.empty(), true))
                    .returns(Finding.Verdict.FAIL, Finding::verdict)
                    .matches(each -> each.found().contains(" s ahead of http"));
            server.join();
        }
    }

    private static void tellALongPastTime(ServerSocket server) {
        try (Socket asked = server.accept()) {
            var _ = asked.getInputStream().read(new byte[1_024]);
            asked.getOutputStream()
                    .write("HTTP/1.1 200 OK\r\nDate: Sun, 22 Nov 2020 06:00:00 GMT\r\nContent-Length: 0\r\n\r\n"
                            .getBytes(StandardCharsets.US_ASCII));
        } catch (IOException unanswered) {
            // The check says so.
        }
    }

    @Test
    void shouldWarnOfSecondsAndFailWhereS3Refuses() {
        assertThat(ClockCheck.difference("x", Duration.ofSeconds(-4), true).verdict())
                .isEqualTo(Finding.Verdict.OK);
        assertThat(ClockCheck.difference("x", Duration.ofSeconds(-6), true))
                .returns(Finding.Verdict.WARN, Finding::verdict)
                .returns("6.0 s behind x", Finding::found);
        assertThat(ClockCheck.difference("x", Duration.ofMinutes(16), false).verdict())
                .isEqualTo(Finding.Verdict.WARN);
        assertThat(ClockCheck.difference("x", Duration.ofMinutes(16), true).verdict())
                .isEqualTo(Finding.Verdict.FAIL);
    }
}
