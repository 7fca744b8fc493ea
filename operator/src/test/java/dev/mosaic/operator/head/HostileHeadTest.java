package dev.mosaic.operator.head;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.crd.MosaicCluster;
import dev.mosaic.headapi.TesseraState;
import dev.mosaic.operator.Given;
import dev.mosaic.operator.observe.HeadTesserae;
import dev.mosaic.testing.Eventually;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.SSLServerSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A head that is a tenant's own program, with the right certificate, and does the operator no good. */
class HostileHeadTest {
    private static final MosaicCluster DEMO = Given.cluster("");
    private static final String HOST = "127.0.0.1";
    private static final String BEGIN = "HTTP/1.1 200 OK\r\n";
    private static final String BODY = BEGIN + "Content-Type: application/json\r\n\r\n";
    private static final int LIMIT = 1 << 20;
    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final long PATIENT_SECONDS = 60;

    /** What it does with a client whose request it does not even read. */
    private interface Deed {
        void to(OutputStream client) throws IOException;
    }

    private final AtomicLong sentBytes = new AtomicLong();
    private final CountDownLatch over = new CountDownLatch(1);
    private SmallHead keys;
    private SSLServerSocket listener;
    private HeadApi api;

    @BeforeEach
    void start() throws IOException {
        keys = new SmallHead(HOST);
        listener = (SSLServerSocket)
                keys.context().getServerSocketFactory().createServerSocket(0, 10, InetAddress.getLoopbackAddress());
        api = HeadApi.straight(cluster -> new Doors.Found(door()), new Bounds(LIMIT, PATIENCE, PATIENCE));
    }

    private Door door() {
        return new Door("lab", "demo-head", HOST, listener.getLocalPort(), keys.authorities(), keys.token());
    }

    @AfterEach
    void stop() throws IOException {
        over.countDown();
        listener.close();
        keys.close();
    }

    private void does(Deed deed) {
        Thread.ofVirtual().start(() -> {
            while (!listener.isClosed()) {
                try (Socket client = listener.accept()) {
                    deed.to(client.getOutputStream());
                } catch (IOException e) {
                    // The operator has hung up, or the test is over.
                }
            }
        });
    }

    private void say(OutputStream client, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        client.write(bytes);
        client.flush();
        sentBytes.addAndGet(bytes.length);
    }

    private void untilTheEnd() {
        try {
            var _ = over.await(PATIENT_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void drip(OutputStream client) throws IOException {
        try {
            while (!over.await(50, TimeUnit.MILLISECONDS)) {
                say(client, "x");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void flood(OutputStream client, String piece) throws IOException {
        String many = piece.repeat(1 << 16);
        while (sentBytes.get() < 1L << 30) {
            say(client, many);
        }
    }

    private String asked() {
        return why(api.request(DEMO, "GET", "/v1/cluster", null));
    }

    private String watched() throws InterruptedException {
        BlockingQueue<HeadAnswer> ends = new LinkedBlockingQueue<>();
        try (Watching watching = api.watch(DEMO, "/v1/tesserae?watch=true", line -> {}, ends::add)) {
            HeadAnswer end = ends.poll(PATIENT_SECONDS, TimeUnit.SECONDS);
            assertThat(end).as("the watch of %s ends", watching).isNotNull();
            return why(end);
        }
    }

    private static String why(HeadAnswer answer) {
        assertThat(answer).isInstanceOf(HeadAnswer.Unreachable.class);
        return ((HeadAnswer.Unreachable) answer).why();
    }

    @Test
    void shouldNotWaitForAHeadThatSaysNothing() throws Exception {
        does(client -> {
            say(client, "");
            untilTheEnd();
        });
        assertThat(asked()).contains("within 2.0 s");
        assertThat(watched()).contains("within 2.0 s");
    }

    @Test
    void shouldNotWaitForAnAnswerThatNeverEnds() throws Exception {
        does(client -> {
            say(client, BODY + "{\"epoch\":");
            untilTheEnd();
        });
        assertThat(asked()).contains("within 2.0 s");
        assertThat(watched()).contains("within 2.0 s");
    }

    @Test
    void shouldNotWaitForAnAnswerThatDrips() throws Exception {
        does(client -> {
            say(client, BODY);
            drip(client);
        });
        assertThat(asked()).contains("within 2.0 s");
        assertThat(watched()).contains("within 2.0 s");
    }

    @Test
    void shouldNotWaitForHeadersThatDrip() throws Exception {
        does(client -> {
            say(client, BEGIN + "X-Long: ");
            drip(client);
        });
        assertThat(asked()).contains("within 2.0 s");
        assertThat(watched()).contains("within 2.0 s");
    }

    @Test
    void shouldNotReadAGigabyteOfBody() {
        does(client -> {
            say(client, BODY);
            flood(client, "x");
        });
        assertThat(asked()).contains("limitBytes=" + LIMIT);
        assertThat(sentBytes.get()).isLessThan(1 << 28);
    }

    @Test
    void shouldNotReadAGigabyteOfOneLine() throws Exception {
        does(client -> {
            say(client, BODY);
            flood(client, "x");
        });
        assertThat(watched()).contains("limitBytes=" + LIMIT);
        assertThat(sentBytes.get()).isLessThan(1 << 28);
    }

    @Test
    void shouldNotReadAGigabyteOfRefusal() throws Exception {
        does(client -> {
            say(client, BODY.replace("200 OK", "500 No"));
            flood(client, "x");
        });
        assertThat(watched()).contains("limitBytes=" + LIMIT);
        assertThat(sentBytes.get()).isLessThan(1 << 28);
    }

    @Test
    void shouldNotReadAGigabyteOfHeaders() {
        does(client -> {
            say(client, BEGIN);
            flood(client, "X-A: b\r\n");
        });
        asked();
        assertThat(sentBytes.get()).isLessThan(1 << 28);
    }

    /** Whoever reads lines may not be ready for what they say. */
    @Test
    void shouldEndAWatchWhoseLinesAreNotUnderstood() throws Exception {
        does(client -> {
            say(client, BODY + "null\n");
            untilTheEnd();
        });
        BlockingQueue<HeadAnswer> ends = new LinkedBlockingQueue<>();
        try (Watching watching = api.watch(
                DEMO,
                "/v1/cluster?watch=true",
                line -> {
                    throw new UncheckedIOException(new IOException("no such epoch"));
                },
                ends::add)) {
            assertThat(ends.poll(PATIENT_SECONDS, TimeUnit.SECONDS))
                    .as("the end of %s", watching)
                    .isInstanceOfSatisfying(
                            HeadAnswer.Unreachable.class,
                            end -> assertThat(end.why()).contains("is not valid", "no such epoch"));
        }
    }

    /** Which is what the status of each of its tesserae says. */
    @Test
    void shouldSayOfTesseraeThatTheirHeadIsSilent() {
        does(client -> {
            say(client, BODY);
            untilTheEnd();
        });
        assertThat(whyNothingIsKnown()).contains("within 2.0 s");
    }

    /** A node that is lost with the head ends no connection: the next head has to be told all the same. */
    @Test
    void shouldHearOfTheNextHeadWhereTheOneBeforeFellSilent() {
        AtomicInteger heads = new AtomicInteger();
        List<String> told = new CopyOnWriteArrayList<>();
        does(client -> {
            int head = heads.incrementAndGet();
            say(client, BODY + "{\"epoch\":" + head + ",\"tesserae\":[]}\n");
            if (head > 1) {
                untilTheEnd();
            } else {
                Eventually.holds("it is held for lost", () -> told.size() > 1);
            }
        });
        try (HeadTesserae tesserae = new HeadTesserae(api)) {
            tesserae.onChange((namespace, name) -> told.add(name));
            Eventually.holds(
                    "the first is known", () -> tesserae.look(DEMO, "counter").epoch() == 1);
            Eventually.holds(
                    "the next is known", () -> tesserae.look(DEMO, "counter").epoch() == 2);
            assertThat(told)
                    .as("heard, lost, heard")
                    .hasSizeGreaterThanOrEqualTo(3)
                    .containsOnly("counter");
        }
    }

    @Test
    void shouldSayOfTesseraeThatTheirHeadIsNotUnderstood() {
        does(client -> {
            say(client, BODY + "{\"epoch\":1,\"tesserae\":[null,{\"name\":7}]}\n");
            untilTheEnd();
        });
        assertThat(whyNothingIsKnown()).contains("is not valid");
    }

    @Test
    void shouldTakeTextsThatAreLongOrMissingAndWordsOfLater() {
        does(client -> {
            say(
                    client,
                    BODY + "{\"epoch\":1,\"tesserae\":[{\"name\":\"counter\",\"phase\":\"OfLater\",\"message\":\""
                            + "m".repeat(100_000) + "\"}]}\n");
            untilTheEnd();
        });
        try (HeadTesserae heads = new HeadTesserae(api)) {
            Eventually.holds(
                    "it is known", () -> heads.look(DEMO, "counter").said().isPresent());
            TesseraState said = heads.look(DEMO, "counter").said().orElseThrow();
            assertThat(said.message()).hasSize(1_024);
            assertThat(said.phase()).isEqualTo(TesseraState.Phase.Pending);
        }
    }

    /** Its keys may be in another Secret. */
    @Test
    void shouldAskAgainWithTheClusterAsItIsNow() {
        does(client -> {});
        MosaicCluster changed = Given.cluster("security: {keysSecretName: other}");
        List<MosaicCluster> asked = new CopyOnWriteArrayList<>();
        HeadApi noting = HeadApi.straight(
                cluster -> {
                    asked.add(cluster);
                    return new Doors.Found(door());
                },
                new Bounds(LIMIT, PATIENCE, PATIENCE));
        try (HeadTesserae heads = new HeadTesserae(noting)) {
            assertThat(heads.look(DEMO, "counter").said()).isEmpty();
            assertThat(heads.look(changed, "counter").said()).isEmpty();
            Eventually.holds("it is asked again", () -> asked.contains(changed));
        }
    }

    private String whyNothingIsKnown() {
        try (HeadTesserae heads = new HeadTesserae(api)) {
            Eventually.holds(
                    "it is known why",
                    () -> heads.look(DEMO, "counter")
                            .why()
                            .filter(why -> !why.equals("it is asked"))
                            .isPresent());
            return heads.look(DEMO, "counter").why().orElseThrow();
        }
    }

    /** Others are answered meanwhile. */
    @Test
    void shouldReadOtherHeadsMeanwhile() throws Exception {
        does(client -> {
            say(client, BODY);
            drip(client);
        });
        keys.on("/v1/cluster", exchange -> SmallHead.answer(exchange, 200, "{}"));
        try (Watching watching = api.watch(DEMO, "/v1/tesserae?watch=true", line -> {}, end -> {})) {
            assertThat(keys.api().request(DEMO, "GET", "/v1/cluster", null))
                    .as("beside %s", watching)
                    .isEqualTo(new HeadAnswer.Response(200, "{}"));
        }
    }

    @Test
    void shouldReadALongAnswerWholly() {
        String whole = "y".repeat(LIMIT);
        keys.on("/v1/cluster", exchange -> SmallHead.answer(exchange, 200, whole));
        assertThat(keys.api().request(DEMO, "GET", "/v1/cluster", null)).isEqualTo(new HeadAnswer.Response(200, whole));
    }
}
