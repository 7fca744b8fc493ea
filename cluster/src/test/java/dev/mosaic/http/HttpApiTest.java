package dev.mosaic.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mosaic.keys.KeyFiles;
import dev.mosaic.mesh.tls.KeyFolder;
import dev.mosaic.testing.Eventually;
import dev.mosaic.testing.LogGuard;
import java.io.IOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What the server lets in, what it refuses, and that nobody holds it up. S7.5. */
class HttpApiTest {
    private static final String TOKEN = "s3cret";
    private static final Duration LONG = Eventually.PATIENCE;
    private static final int LIMIT = 1000;

    /** What {@code POST /v1/things/{name}} reads and says. */
    record Thing(int count, String name) {}

    @RegisterExtension
    final LogGuard log = new LogGuard();

    @TempDir
    Path folder;

    private final BlockingQueue<String> said = new LinkedBlockingQueue<>();
    private final AtomicReference<String> ended = new AtomicReference<>("");

    /** The first line is written; a client can have read it before. */
    private final CountDownLatch listening = new CountDownLatch(1);

    private HttpApi api;
    private HttpClient client;

    @BeforeEach
    void open() throws Exception {
        new KeyFiles(folder).make(Duration.ofDays(30));
        api = open(Optional.of(KeyFolder.open(folder)), TOKEN);
        client = HttpClient.newBuilder().sslContext(Trust.in(folder)).build();
    }

    private HttpApi open(Optional<dev.mosaic.mesh.Keys> keys, String token) throws IOException {
        return HttpApi.open(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                keys,
                Tokens.of(() -> token.isEmpty() ? List.of() : List.of(token)),
                List.of(
                        new Route(
                                "GET", "/v1/things", Scope.CALL, request -> Response.json(List.of(new Thing(1, "a")))),
                        new Route("POST", "/v1/things/{name}", Scope.DEPLOY, LIMIT, request -> {
                            Thing thing = request.json(Thing.class);
                            return Response.json(201, new Thing(thing.count() + 1, request.variable("name")))
                                    .with("X-Query", request.query("q").orElse("none"));
                        }),
                        new Route("DELETE", "/v1/things/{name}", Scope.ADMIN, request -> Response.empty(204)),
                        new Route("GET", "/v1/broken", Scope.CALL, request -> {
                            throw new IllegalStateException("broken on purpose");
                        }),
                        new Route("GET", "/v1/said", Scope.CALL, request -> Response.lines(this::say))));
    }

    /** A line for each that is said. */
    private void say(Response.Sink sink) throws IOException, InterruptedException {
        try {
            sink.line(new Thing(0, "hello"));
            listening.countDown();
            for (String next = said.take(); ; next = said.take()) {
                sink.line(new Thing(1, next));
            }
        } catch (IOException | InterruptedException e) {
            ended.set(e.getClass().getSimpleName());
            throw e;
        }
    }

    @AfterEach
    void close() {
        client.close();
        api.close();
    }

    private HttpRequest.Builder to(String path) {
        return HttpRequest.newBuilder(URI.create("https://127.0.0.1:" + api.port() + path))
                .timeout(LONG);
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private static HttpRequest.Builder member(HttpRequest.Builder request) {
        return request.header("X-Mosaic-Token", TOKEN);
    }

    @Test
    void shouldServeThoseWithTheTokenInEitherHeader() throws IOException, InterruptedException {
        for (String[] header : new String[][] {{"X-Mosaic-Token", TOKEN}, {"Authorization", "Bearer " + TOKEN}}) {
            HttpResponse<String> answer = send(to("/v1/things").header(header[0], header[1]));
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.headers().firstValue("Content-Type")).contains("application/json");
            assertThat(answer.body()).isEqualTo("[{\"count\":1,\"name\":\"a\"}]");
        }
    }

    @Test
    void shouldReadVariablesQueryAndBody() throws IOException, InterruptedException {
        HttpResponse<String> answer = send(member(to("/v1/things/a%2Fb+c?q=x%20y"))
                .POST(HttpRequest.BodyPublishers.ofString("{\"count\":41,\"name\":\"\"}")));
        assertThat(answer.statusCode()).isEqualTo(201);
        assertThat(answer.body()).isEqualTo("{\"count\":42,\"name\":\"a/b+c\"}");
        assertThat(answer.headers().firstValue("X-Query")).contains("x y");
        assertThat(send(member(to("/v1/things/a")).DELETE()).statusCode()).isEqualTo(204);
    }

    @Test
    void shouldReadABodyWhoseLengthIsNotSaid() throws IOException, InterruptedException {
        byte[] body = "{\"count\":1,\"name\":\"é\"}".getBytes(StandardCharsets.UTF_8);
        HttpResponse<String> answer = send(member(to("/v1/things/a"))
                .POST(HttpRequest.BodyPublishers.ofInputStream(() -> new java.io.ByteArrayInputStream(body))));
        assertThat(answer.body()).isEqualTo("{\"count\":2,\"name\":\"a\"}");
    }

    @Test
    void shouldRefuseThoseWithoutTheToken() throws IOException, InterruptedException {
        refused(to("/v1/things"), 401, "show the cluster's token");
        refused(to("/v1/things").header("X-Mosaic-Token", "S3CRET"), 403, "not the token");
        refused(to("/v1/things").header("Authorization", "Basic " + TOKEN), 401, "show the cluster's token");
        refused(to("/nowhere"), 401, "show the cluster's token");
    }

    @Test
    void shouldLetEachTokenDoWhatItsScopeIsFor() throws Exception {
        try (HttpApi scoped = HttpApi.open(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                Optional.of(KeyFolder.open(folder)),
                Tokens.in(folder, () -> List.of("the-units")),
                List.of(
                        new Route("GET", "/v1/call", Scope.CALL, request -> Response.empty(204)),
                        new Route("GET", "/v1/deploy", Scope.DEPLOY, request -> Response.empty(204)),
                        new Route("GET", "/v1/admin", Scope.ADMIN, request -> Response.empty(204))))) {
            for (Scope shown : Scope.values()) {
                for (Scope needed : Scope.values()) {
                    HttpResponse<String> answer = send(HttpRequest.newBuilder(URI.create("https://127.0.0.1:"
                                    + scoped.port() + "/v1/" + needed.name().toLowerCase(Locale.ROOT)))
                            .timeout(LONG)
                            .header("X-Mosaic-Token", token(shown.file())));
                    assertThat(answer.statusCode())
                            .as("%s for %s: %s", shown, needed, answer.body())
                            .isEqualTo(shown.compareTo(needed) >= 0 ? 204 : 403);
                    assertThat(answer.statusCode() == 204
                                    || answer.body().contains("this needs " + needed.file() + " or a larger one"))
                            .isTrue();
                }
            }
        }
    }

    private String token(String file) throws IOException {
        return Files.readString(folder.resolve(file)).strip();
    }

    @Test
    void shouldSayWhatIsWrong() throws IOException, InterruptedException {
        refused(member(to("/v1/thing")), 404, "/v1/thing");
        HttpResponse<String> other = refused(member(to("/v1/things/a")), 405, "[DELETE, POST]");
        assertThat(other.headers().firstValue("Allow")).contains("DELETE, POST");
        refused(posting("{\"count\":"), 400, "line 1");
        refused(posting("{\"count\":1,\"name\":\"\",\"nmae\":2}"), 400, "nmae");
        refused(posting("null"), 400, "null");
        refused(posting("x".repeat(LIMIT + 1)), 413, "limitBytes=1000");
    }

    private HttpRequest.Builder posting(String body) {
        return member(to("/v1/things/a")).POST(HttpRequest.BodyPublishers.ofString(body));
    }

    private HttpResponse<String> refused(HttpRequest.Builder request, int status, String words)
            throws IOException, InterruptedException {
        HttpResponse<String> answer = send(request);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        assertThat(answer.headers().firstValue("Content-Type")).contains("application/problem+json");
        assertThat(answer.body())
                .contains("\"status\":" + status, "\"title\":\"")
                .contains(words);
        return answer;
    }

    @Test
    void shouldSayLinesAsTheyComeAndEndWhenTheClientHasGone() throws IOException, InterruptedException {
        HttpResponse<Stream<String>> answer =
                client.send(member(to("/v1/said")).build(), HttpResponse.BodyHandlers.ofLines());
        try (Stream<String> stream = answer.body()) {
            Iterator<String> lines = stream.iterator();
            assertThat(lines.next()).isEqualTo("{\"count\":0,\"name\":\"hello\"}");
            said.add("a");
            assertThat(lines.next()).isEqualTo("{\"count\":1,\"name\":\"a\"}");
        }
        Eventually.holds("the stream has ended", () -> {
            said.add("to nobody");
            return ended.get().equals("IOException");
        });
    }

    @Test
    void shouldEndStreamsWhenItCloses() throws IOException, InterruptedException {
        HttpResponse<Stream<String>> answer =
                client.send(member(to("/v1/said")).build(), HttpResponse.BodyHandlers.ofLines());
        try (Stream<String> stream = answer.body()) {
            assertThat(stream.iterator().next()).contains("hello");
            assertThat(listening.await(LONG.toSeconds(), TimeUnit.SECONDS)).isTrue();
            api.close();
            assertThat(ended.get()).isEqualTo("InterruptedException");
        }
    }

    @Test
    void shouldServeOthersWhileSomeAreSlow() throws IOException, InterruptedException {
        List<Socket> slow = new ArrayList<>();
        try {
            for (int i = 0; i < 50; i++) {
                Socket each = new Socket(InetAddress.getLoopbackAddress(), api.port());
                each.getOutputStream().write(22); // the first byte of a handshake
                slow.add(each);
            }
            assertThat(send(member(to("/v1/things"))).statusCode()).isEqualTo(200);
        } finally {
            for (Socket each : slow) {
                each.close();
            }
        }
    }

    @Test
    void shouldAnswer429WhereOthersBodiesTakeAllRoomThereIs() throws Exception {
        int room = 16 << 10;
        int large = BodyRoom.FREE_BYTES + room;
        try (HttpApi small = HttpApi.open(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                        Optional.empty(),
                        Tokens.of(List::of),
                        List.of(new Route(
                                "POST",
                                "/v1/lengths",
                                Scope.CALL,
                                large + 1,
                                request -> Response.json(request.body().length()))),
                        _ -> Optional.empty(),
                        new BodyRoom(room),
                        new RequestThreads());
                HttpClient plain = HttpClient.newHttpClient();
                Socket stalled = new Socket(InetAddress.getLoopbackAddress(), small.port())) {
            String head = "POST /v1/lengths HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + (large + 1) + "\r\n\r\n";
            stalled.getOutputStream().write(head.getBytes(StandardCharsets.UTF_8));
            stalled.getOutputStream().write(new byte[large]);
            stalled.getOutputStream().flush();

            Eventually.holds("a large one finds no room", LONG, () -> length(plain, small, large) == 429);
            assertThat(length(plain, small, BodyRoom.FREE_BYTES))
                    .as("a small one does")
                    .isEqualTo(200);

            stalled.shutdownOutput();
            Eventually.holds("what was left is free again", LONG, () -> length(plain, small, large) == 200);
        }
    }

    @Test
    void shouldCutOffWhoTakesTooLongToSendARequestAndNobodyWhoWaitsForTheAnswer() throws Exception {
        Duration longest = Duration.ofSeconds(1);
        Route slow = new Route("POST", "/v1/slow", Scope.CALL, LIMIT, _ -> {
            var _ = new CountDownLatch(1).await(2 * longest.toMillis(), TimeUnit.MILLISECONDS);
            return Response.json("done");
        });
        try (HttpApi strict = HttpApi.open(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                        Optional.empty(),
                        Tokens.of(List::of),
                        List.of(slow),
                        _ -> Optional.empty(),
                        BodyRoom.ofThisHeap(),
                        new RequestThreads(longest));
                HttpClient plain = HttpClient.newHttpClient();
                Socket head = begun(strict, "POST /v1/sl");
                Socket body =
                        begun(strict, "POST /v1/slow HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\nabc")) {
            HttpRequest whole = HttpRequest.newBuilder(URI.create("http://localhost:" + strict.port() + "/v1/slow"))
                    .POST(HttpRequest.BodyPublishers.ofString("abcde"))
                    .build();
            assertThat(plain.send(whole, HttpResponse.BodyHandlers.ofString()).statusCode())
                    .isEqualTo(200);
            assertThat(head.getInputStream().read()).as("end of file").isEqualTo(-1);
            assertThat(body.getInputStream().read()).as("end of file").isEqualTo(-1);
        }
    }

    /** A client that has sent so much. */
    private static Socket begun(HttpApi api, String text) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), api.port());
        socket.setSoTimeout((int) LONG.toMillis());
        socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    /** The status that a body of so many bytes gets. */
    private static int length(HttpClient client, HttpApi api, int bytes) {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://localhost:" + api.port() + "/v1/lengths"))
                .timeout(LONG)
                .POST(HttpRequest.BodyPublishers.ofByteArray(new byte[bytes]))
                .build();
        try {
            return client.send(request, HttpResponse.BodyHandlers.ofString()).statusCode();
        } catch (IOException cutOff) { // it is answered before all of it was taken
            return 0;
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void shouldShowTheCertificateOfThatTime() throws Exception {
        BigInteger before = shown();
        new KeyFiles(folder).renew(Duration.ofDays(30));
        Eventually.holds("the new certificate is shown", () -> !shown().equals(before));
        assertThat(send(member(to("/v1/things"))).statusCode()).isEqualTo(200);
    }

    /** On a connection of its own. */
    private BigInteger shown() {
        try (HttpClient other =
                HttpClient.newBuilder().sslContext(Trust.in(folder)).build()) {
            HttpResponse<Void> answer =
                    other.send(member(to("/v1/things")).build(), HttpResponse.BodyHandlers.discarding());
            X509Certificate own =
                    (X509Certificate) answer.sslSession().orElseThrow().getPeerCertificates()[0];
            return own.getSerialNumber();
        } catch (IOException | GeneralSecurityException e) {
            throw new AssertionError(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    @Test
    void shouldServeWithoutKeysThisMachineOnly() throws IOException, InterruptedException {
        assertThatThrownBy(() -> HttpApi.open(
                        new InetSocketAddress(InetAddress.getByAddress(new byte[4]), 0),
                        Optional.empty(),
                        Tokens.of(List::of),
                        List.of()))
                .hasMessageContaining("without keys");
        try (HttpApi plain = open(Optional.empty(), "")) {
            assertThat(raw(plain, "Host: localhost:1")).startsWith("HTTP/1.1 200");
            assertThat(raw(plain, "Host: evil.example")).startsWith("HTTP/1.1 403");
            assertThat(raw(plain, "Host: localhost\r\nOrigin: https://evil.example"))
                    .startsWith("HTTP/1.1 403");
        }
    }

    private static String raw(HttpApi plain, String headers) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), plain.port())) {
            String request = "GET /v1/things HTTP/1.1\r\n" + headers + "\r\nConnection: close\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void shouldAnswerForADefectAndSayItInTheLog() throws IOException, InterruptedException {
        refused(member(to("/v1/broken")), 500, "see its log");
        log.expect(1, "GET /v1/broken failed");
    }
}
