package dev.mosaic.operator.head;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mosaic.crd.MosaicCluster;
import dev.mosaic.operator.Given;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The operator's side of the API of heads, with a real server that has the keys of a cluster. */
class HeadApiTest {
    private static final MosaicCluster DEMO = Given.cluster("");
    private static final String HOST = "127.0.0.1";

    private final AtomicInteger looks = new AtomicInteger();
    private SmallHead head;
    private Doors.Look look;
    private HeadApi api;

    @BeforeEach
    void start() {
        head = new SmallHead(HOST);
        look = door(head.port(), head.authorities(), head.token());
        api = HeadApi.straight(cluster -> {
            looks.incrementAndGet();
            return look;
        });
    }

    @AfterEach
    void stop() {
        head.close();
    }

    @Test
    void shouldAskWithTheTokenAndHandOnWhatIsAnswered() {
        head.on(
                "/v1/announced",
                exchange -> SmallHead.answer(
                        exchange,
                        200,
                        exchange.getRequestMethod() + " "
                                + new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8)));
        assertThat(api.request(DEMO, "PUT", "/v1/announced", "[{}]"))
                .isEqualTo(new HeadAnswer.Response(200, "PUT [{}]"));
        assertThat(api.request(DEMO, "GET", "/v1/announced", null)).isEqualTo(new HeadAnswer.Response(200, "GET "));
        assertThat(looks).as("where the head is, is remembered").hasValue(1);
    }

    /** As curl --cacert ca.crt does, and a gateway that verifies what is behind it. */
    @Test
    void shouldBeTrustedByItsNameByWhoeverKnowsItsAuthority() throws Exception {
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry(
                "authority",
                CertificateFactory.getInstance("X.509")
                        .generateCertificate(
                                new ByteArrayInputStream(head.authorities().getBytes(StandardCharsets.US_ASCII))));
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        SSLContext context = SSLContext.getInstance("TLSv1.3");
        context.init(null, trust.getTrustManagers(), null);
        head.on("/v1/cluster", exchange -> SmallHead.answer(exchange, 200, "{}"));
        try (HttpClient client = HttpClient.newBuilder().sslContext(context).build()) {
            assertThat(client.send(named("localhost"), HttpResponse.BodyHandlers.ofString())
                            .body())
                    .isEqualTo("{}");
            assertThatThrownBy(() -> client.send(named(HOST), HttpResponse.BodyHandlers.ofString()))
                    .as("a name that the certificate does not have")
                    .isInstanceOf(SSLHandshakeException.class);
        }
    }

    private HttpRequest named(String host) {
        return HttpRequest.newBuilder(URI.create("https://" + host + ":" + head.port() + "/v1/cluster"))
                .header("X-Mosaic-Token", head.token())
                .build();
    }

    @Test
    void shouldHandOnRefusals() {
        head.on("/v1/nodes", exchange -> SmallHead.answer(exchange, 409, "{\"accepted\":false}"));
        assertThat(api.request(DEMO, "POST", "/v1/nodes/10.0.0.1/drain", "{}"))
                .isEqualTo(new HeadAnswer.Response(409, "{\"accepted\":false}"));
        assertThat(((HeadAnswer.Response) api.request(DEMO, "GET", "/v1/later", null)).isGood())
                .isFalse();
    }

    @Test
    void shouldLookAgainForATokenThatIsRefused() {
        head.on("/v1/cluster", exchange -> SmallHead.answer(exchange, 200, "{}"));
        look = door(head.port(), head.authorities(), "another");
        assertThat(api.request(DEMO, "GET", "/v1/cluster", null)).isEqualTo(new HeadAnswer.Response(403, "{}"));
        look = door(head.port(), head.authorities(), head.token());
        assertThat(api.request(DEMO, "GET", "/v1/cluster", null)).isEqualTo(new HeadAnswer.Response(200, "{}"));
        assertThat(looks).hasValue(2);
    }

    @Test
    void shouldNotLookAgainAtEachRefusal() {
        look = door(head.port(), head.authorities(), "another");
        for (int i = 0; i < 20; i++) {
            assertThat(api.request(DEMO, "GET", "/v1/cluster", null)).isNotNull();
        }
        assertThat(looks.get()).as("once at once, then later and later").isLessThan(6);
    }

    @Test
    void shouldNotTalkToAHeadThatAnotherAuthorityVouchesFor() {
        head.on("/v1/cluster", exchange -> SmallHead.answer(exchange, 200, "{}"));
        try (SmallHead other = new SmallHead(HOST)) {
            look = door(head.port(), other.authorities(), head.token());
            assertThat(api.request(DEMO, "GET", "/v1/cluster", null)).isInstanceOf(HeadAnswer.Unreachable.class);
        }
    }

    @Test
    void shouldTakeItAsAnOutcomeThatNobodyIsThere() {
        look = new Doors.Closed("there is no Service demo-head yet");
        assertThat(api.request(DEMO, "GET", "/v1/cluster", null))
                .isEqualTo(new HeadAnswer.Unreachable("there is no Service demo-head yet"));
        int port = head.port();
        head.close();
        look = door(port, head.authorities(), head.token());
        assertThat(api.request(DEMO, "GET", "/v1/cluster", null)).isInstanceOf(HeadAnswer.Unreachable.class);
    }

    @Test
    void shouldHandOnEachLineAsItComesAndSayTheEnd() throws InterruptedException {
        CountDownLatch seen = new CountDownLatch(1);
        head.on("/v1/cluster", exchange -> {
            exchange.sendResponseHeaders(200, 0);
            exchange.getResponseBody().write("one\n".getBytes(StandardCharsets.UTF_8));
            exchange.getResponseBody().flush();
            await(seen);
            exchange.getResponseBody().write("two\n".getBytes(StandardCharsets.UTF_8));
            exchange.close();
        });
        BlockingQueue<Object> heard = new LinkedBlockingQueue<>();
        try (Watching _ = api.watch(DEMO, "/v1/cluster?watch=true", heard::add, heard::add)) {
            assertThat(heard.poll(10, TimeUnit.SECONDS)).isEqualTo("one");
            seen.countDown();
            assertThat(heard.poll(10, TimeUnit.SECONDS)).isEqualTo("two");
            assertThat(heard.poll(10, TimeUnit.SECONDS)).isEqualTo(new HeadAnswer.Response(200, ""));
        }
    }

    @Test
    void shouldSayWhyAWatchDoesNotBegin() throws InterruptedException {
        BlockingQueue<Object> heard = new LinkedBlockingQueue<>();
        try (Watching _ = api.watch(DEMO, "/v1/cluster?watch=true", heard::add, heard::add)) {
            assertThat(heard.poll(10, TimeUnit.SECONDS))
                    .isInstanceOfSatisfying(
                            HeadAnswer.Response.class,
                            end -> assertThat(end.status()).isEqualTo(404));
        }
    }

    @Test
    void shouldSayNothingMoreOnceAWatchIsClosed() throws InterruptedException {
        CountDownLatch over = new CountDownLatch(1);
        head.on("/v1/cluster", exchange -> {
            exchange.sendResponseHeaders(200, 0);
            exchange.getResponseBody().write("one\n".getBytes(StandardCharsets.UTF_8));
            exchange.getResponseBody().flush();
            await(over);
            exchange.close();
        });
        BlockingQueue<Object> heard = new LinkedBlockingQueue<>();
        Watching watching = api.watch(DEMO, "/v1/cluster?watch=true", heard::add, heard::add);
        assertThat(heard.poll(10, TimeUnit.SECONDS)).isEqualTo("one");
        watching.close();
        over.countDown();
        assertThat(heard.poll(300, TimeUnit.MILLISECONDS)).isNull();
    }

    @Test
    void shouldFindLinesInPieces() throws IOException {
        List<String> lines = new ArrayList<>();
        Lines splitter = new Lines(10, lines::add);
        assertThat(splitter.take(bytes("{\"a\":1}\n{\"b"))).isTrue();
        assertThat(splitter.take(bytes("\":2}"))).as("a part of a line").isFalse();
        assertThat(lines).containsExactly("{\"a\":1}");
        splitter.take(bytes("\n\n"));
        assertThat(lines).containsExactly("{\"a\":1}", "{\"b\":2}", "");
        splitter.take(bytes("0123456789\n0123456789"));
        assertThatThrownBy(() -> splitter.take(bytes("x"))).hasMessageContaining("limitBytes=10");
    }

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await(20, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static Doors.Look door(int port, String authorities, String token) {
        return new Doors.Found(new Door("lab", "demo-head", HOST, port, authorities, token));
    }
}
