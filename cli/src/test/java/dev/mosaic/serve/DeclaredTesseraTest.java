package dev.mosaic.serve;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.mosaic.Mosaic;
import dev.mosaic.Remote;
import dev.mosaic.node.Machines;
import dev.mosaic.node.SharedMachines;
import dev.mosaic.testing.Eventually;
import dev.mosaic.testing.FreePorts;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import program.Register;

/** {@code mosaic head --http} and a node, and a client that knows only http. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class DeclaredTesseraTest {
    private static final String ADD = "/v1/tesserae/default/register/add";

    private static final int PORT = FreePorts.next(1);

    @TempDir
    static Path folder;

    @RegisterExtension
    static final SharedMachines SHARED = new SharedMachines(DeclaredTesseraTest::cluster);

    private static Path jar;
    private static Path other;

    private Machines machines;
    private HttpHead head;

    @BeforeAll
    static void make() throws IOException {
        jar = HttpHead.jar(folder.resolve("register.jar"), Register.class);
        other = HttpHead.jar(folder.resolve("other.jar"), Register.class, program.Tally.class);
    }

    private static Machines cluster() throws IOException {
        Machines started = Machines.onLoopback();
        startHead(started);
        startNode(started, "first");
        return started;
    }

    private static void startNode(Machines machines, String name) throws IOException {
        machines.node(name, 1, "--drain", "10").awaitJoined(name);
    }

    private static void startHead(Machines machines, String... more) throws IOException {
        machines.head(
                Stream.concat(Stream.of("--http", "127.0.0.1:" + PORT, "--jars", folder.toString()), Stream.of(more))
                        .toArray(String[]::new));
    }

    private void startHead(String... more) throws IOException {
        startHead(machines, more);
    }

    @BeforeEach
    void start() throws Exception {
        machines = SHARED.get();
        head = new HttpHead("http://127.0.0.1:" + PORT, machines.token());
    }

    private void startWarehouse() throws IOException {
        machines.warehouse("--folder", folder.resolve("store").toString());
    }

    @AfterEach
    void drop() throws Exception {
        var _ = head.send("DELETE", "/v1/tesserae/default/register", "");
    }

    @Test
    void shouldServeADeclaredTesseraOverHttp() throws Exception {
        head.declare("register", jar, ",\"args\":[40]");
        head.awaitPhase("register", "Running");
        assertThat(head.state("register").path("worker").textValue()).startsWith("worker:");
        assertThat(head.state("register").path("host").textValue()).isEqualTo("127.0.0.1");

        assertThat(head.send("POST", ADD, "[]").body()).isEqualTo("41");
        assertThat(head.send("POST", ADD, "").body()).isEqualTo("42");
        HttpResponse<String> refused = head.send("POST", "/v1/tesserae/default/register/refuse", "{\"why\":\"no\"}");
        assertThat(refused.statusCode()).isEqualTo(422);
        assertThat(refused.headers().firstValue("Content-Type")).contains("application/problem+json");
        assertThat(head.send("POST", "/v1/tesserae/default/register/nothing", "")
                        .statusCode())
                .isEqualTo(404);
        assertThat(head.send("POST", "/v1/tesserae/default/register/upTo", "[3]")
                        .body())
                .isEqualTo("data: 0\n\ndata: 1\n\ndata: 2\n\nevent: end\ndata: null\n\n");
        assertThat(head.send("GET", "/v1/tesserae/default/register/openapi.json", "")
                        .body())
                .contains("\"/add\"", "\"/upTo\"", "/v1/tesserae/default/register");

        HttpResponse<String> later = head.send("POST", ADD, "", "Prefer", "respond-async");
        assertThat(later.statusCode()).isEqualTo(202);
        String location = later.headers().firstValue("Location").orElseThrow();
        Eventually.holds("the call is done", () -> outcome(location).statusCode() == 200);
        assertThat(outcome(location).body()).isEqualTo("43");

        try (Mosaic mosaic = Mosaic.connect(machines.address())) {
            Remote<Register> found = mosaic.findRemote("register", Register.class);
            assertThat(found.call(Register::add).result(Duration.ofSeconds(30))).isEqualTo(44);
        }
        assertThat(head.send("DELETE", "/v1/tesserae/default/register", "").statusCode())
                .isEqualTo(204);
        assertThat(head.send("POST", ADD, "").statusCode()).isEqualTo(404);
    }

    @Order(SharedMachines.LAST)
    @Test
    @Timeout(180)
    void shouldWaitForAWarehouseAndGoOnWhenItComes() throws Exception {
        SHARED.harm();
        machines.kill("head");
        startHead("--no-warehouse");
        head.declare("register", jar, "");
        Eventually.holds(
                "it says what it waits for",
                Duration.ofSeconds(20),
                () -> head.state("register").path("message").textValue().contains("waits for a warehouse"));
        assertThat(head.state("register").path("phase").textValue()).isEqualTo("Pending");
        head.declare("register", jar, ",\"maxRestarts\":7");
        startWarehouse();
        Eventually.holds(
                "it runs",
                Duration.ofSeconds(20),
                () -> head.state("register").path("phase").textValue().equals("Running"));
    }

    private HttpResponse<String> outcome(String location) {
        try {
            return head.send("GET", location, "");
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    @Timeout(180)
    void shouldSayWhatIsWrongWithADeclaration() throws Exception {
        HttpResponse<String> unread =
                head.send("PUT", "/v1/tesserae/default/register", "{\"className\":\"a.B\",\"x\":1}");
        assertThat(unread.statusCode()).as(unread.body()).isEqualTo(400);

        head.declare("register", folder.resolve("nothing.jar"), "");
        head.awaitPhase("register", "Failed");
        assertThat(head.state("register").path("reason").textValue()).isEqualTo("ArtifactNotRead");
        HttpResponse<String> call = head.send("POST", ADD, "");
        assertThat(call.statusCode()).as(call.body()).isEqualTo(503);

        head.declare("register", jar, ",\"args\":[\"one\"]");
        Eventually.holds(
                "the arguments do not fit",
                Duration.ofMinutes(1),
                () -> head.state("register").path("reason").textValue().equals("ConstructorFailed"));
        assertThat(head.state("register").path("message").textValue()).contains("/0");

        head.declare("register", jar, ",\"args\":[1]");
        head.awaitPhase("register", "Running");
        assertThat(head.send("POST", ADD, "").body()).isEqualTo("2");
    }

    @Tag("long")
    @Tag("variants")
    @Test
    @Timeout(180)
    void shouldBringBackWhatIsPassiveAndKeepWhatIsStopped() throws Exception {
        head.declare("register", jar, ",\"activation\":{\"mode\":\"OnDemand\",\"passivateAfter\":\"1s\"}");
        head.awaitPhase("register", "Passive");
        assertThat(head.send("POST", ADD, "", "Idempotency-Key", "a").body()).isEqualTo("1");
        head.awaitPhase("register", "Passive");
        assertThat(head.state("register").path("worker").textValue()).isEmpty();
        assertThat(head.send("POST", ADD, "", "Idempotency-Key", "a").body()).isEqualTo("1");
        assertThat(head.send("POST", ADD, "").body()).isEqualTo("2");

        head.declare("register", jar, ",\"replicas\":0");
        head.awaitPhase("register", "Suspended");
        HttpResponse<String> stopped = head.send("POST", ADD, "");
        assertThat(stopped.statusCode()).as(stopped.body()).isEqualTo(503);
        head.declare("register", jar, "");
        head.awaitPhase("register", "Running");
        assertThat(head.send("POST", ADD, "").body()).isEqualTo("3");
    }

    @Tag("long")
    @Tag("variants")
    @Test
    @Timeout(180)
    void shouldWakeWhatWasPassiveWhenTheHeadDied() throws Exception {
        SHARED.harm();
        machines.kill("head");
        startHead("--no-warehouse");
        startWarehouse(); // else it dies with the head
        String passive = ",\"activation\":{\"mode\":\"OnDemand\",\"passivateAfter\":\"1s\"}";
        head.declare("register", jar, passive);
        assertThat(head.surely(ADD, "", "a")).isEqualTo("1");
        head.awaitPhase("register", "Passive");
        JsonNode before = head.state("register");
        assertThat(before.path("incarnation").longValue()).isEqualTo(2);
        assertThat(before.path("lastSnapshot").textValue()).endsWith("Z");

        machines.kill("head");
        startHead("--no-warehouse");
        head.declare("register", jar, passive);
        Eventually.holds(
                "it is found",
                Duration.ofMinutes(1),
                () -> head.state("register").path("incarnation").longValue() > 0);
        JsonNode after = head.state("register");
        assertThat(after.path("phase").textValue()).as("it was not woken").isEqualTo("Passive");
        assertThat(after.path("incarnation").longValue()).isEqualTo(2);
        assertThat(Duration.between(
                                Instant.parse(before.path("lastSnapshot").textValue()),
                                Instant.parse(after.path("lastSnapshot").textValue()))
                        .abs())
                .isLessThanOrEqualTo(Duration.ofSeconds(1));
        assertThat(head.surely(ADD, "", "a")).as("it was answered before").isEqualTo("1");
        assertThat(head.surely(ADD, "", "b")).isEqualTo("2");

        head.awaitPhase("register", "Passive");
        machines.kill("head");
        machines.kill("warehouse");
        startHead("--no-warehouse");
        startWarehouse();
        head.declare("register", other, passive);
        assertThat(head.surely(ADD, "", "b")).as("other code, the same state").isEqualTo("2");
        assertThat(head.surely(ADD, "", "c")).isEqualTo("3");
        assertThat(head.state("register").path("version").textValue())
                .isNotEqualTo(before.path("version").textValue());
    }

    /** Its worker is of a program that is gone. */
    @Tag("long")
    @Tag("variants")
    @Test
    @Timeout(180)
    void shouldGiveALifeOfANewHeadsToWhatOutlivedTheHead() throws Exception {
        SHARED.harm();
        head.declare("register", jar, "");
        assertThat(head.surely(ADD, "", "a")).isEqualTo("1");
        head.awaitPhase("register", "Running"); // the state is looked at again and again, a call may be faster
        String worker = head.state("register").path("worker").textValue();

        machines.kill("head");
        startHead();
        head.declare("register", jar, "");
        head.awaitPhase("register", "Running");
        assertThat(head.state("register").path("worker").textValue())
                .as("it stays")
                .isEqualTo(worker);
        assertThat(head.surely(ADD, "", "a")).isEqualTo("1");
        killWorker();
        assertThat(head.surely(ADD, "", "b")).isEqualTo("2");
        assertThat(head.send("GET", "/v1/tesserae/default/register/openapi.json", "")
                        .body())
                .contains("\"/add\"");
    }

    @Tag("long")
    @Tag("variants")
    @Test
    @Timeout(180)
    void shouldRefuseAKeyWithOtherArgumentsWhileItsCallRuns() throws Exception {
        SHARED.harm();
        String later = "/v1/tesserae/default/register/addLater";
        head.declare("register", jar, "");
        assertThat(head.surely(ADD, "", "first")).isEqualTo("1");
        try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<String> one = clients.submit(() -> head.surely(later, "[1000,10]", "k"));
            Future<String> two = clients.submit(() -> head.surely(later, "[1000,10]", "k"));
            assertThat(one.get()).isEqualTo("11");
            assertThat(two.get()).isEqualTo("11");

            Future<String> lost = clients.submit(() -> head.surely(later, "[4000,100]", "l"));
            Eventually.holds(
                    "it runs",
                    () -> send(later, "[1,100]", "Idempotency-Key", "m", "Prefer", "wait=1")
                                    .statusCode()
                            == 504);
            machines.kill("head");
            startHead();
            head.declare("register", jar, "");
            head.awaitPhase("register", "Running");
            HttpResponse<String> another = send(later, "[4000,7]", "Idempotency-Key", "l");
            assertThat(another.statusCode()).as(another.body()).isEqualTo(422);
            assertThat(another.body()).contains("urn:mosaic:problem:key-used");
            assertThat(lost.get()).as("it ran once").isIn("111", "211");
        }
        assertThat(head.surely(later, "[1,100]", "m")).isIn("111", "211");
        assertThat(head.surely("/v1/tesserae/default/register/value", "", "last"))
                .isEqualTo("211");
    }

    private HttpResponse<String> send(String path, String body, String... headers) {
        try {
            return head.send("POST", path, body, headers);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Each acknowledged call exactly once, whatever happens to workers, nodes and the head. */
    @Test
    @Timeout(300)
    void shouldRunEachCallWithAKeyOnce() throws Exception {
        startNode(machines, "second");
        int calls = 1_000;
        head.declare("register", jar, "");
        AtomicInteger next = new AtomicInteger();
        Set<Integer> replies = ConcurrentHashMap.newKeySet();
        ConcurrentHashMap<String, String> byKey = new ConcurrentHashMap<>();
        try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> all = IntStream.range(0, 4)
                    .<Future<?>>mapToObj(any -> clients.submit(() -> {
                        for (int i = next.getAndIncrement(); i < calls; i = next.getAndIncrement()) {
                            String said = head.surely(ADD, "", "key " + i);
                            byKey.put("key " + i, said);
                            replies.add(Integer.valueOf(said));
                        }
                        return null;
                    }))
                    .toList();
            disturb(replies, calls);
            for (Future<?> each : all) {
                each.get();
            }
        }

        assertThat(replies).isEqualTo(IntStream.rangeClosed(1, calls).boxed().collect(Collectors.toSet()));
        for (int i = 0; i < calls; i += 50) {
            assertThat(head.surely(ADD, "", "key " + i)).isEqualTo(byKey.get("key " + i));
        }
        assertThat(head.send("POST", "/v1/tesserae/default/register/value", "").body())
                .isEqualTo(Integer.toString(calls));
    }

    private void disturb(Set<Integer> replies, int calls) throws Exception {
        awaitReplies(replies, calls / 10);
        killWorker();
        awaitReplies(replies, calls * 3 / 10);
        head.awaitPhase("register", "Running");
        String worker = head.state("register").path("worker").textValue();
        String node = worker.replaceFirst("worker:(\\d+):.*", "NODE:$1 ");
        String drained = machines.process("first").output().contains(node) ? "first" : "second";
        machines.process(drained).stop();
        awaitReplies(replies, calls * 5 / 10);
        killWorker();
        awaitReplies(replies, calls * 6 / 10);
        String version = head.state("register").path("version").textValue();
        head.declare("register", other, "");
        Eventually.holds(
                "its code is another",
                Duration.ofMinutes(1),
                () -> !head.state("register").path("version").textValue().equals(version));
        awaitReplies(replies, calls * 8 / 10);
        machines.kill("head");
        startHead();
        head.declare("register", other, "");
        awaitReplies(replies, calls * 9 / 10);
    }

    private static void awaitReplies(Set<Integer> replies, int count) {
        Eventually.holds(count + " replies", Duration.ofMinutes(2), () -> replies.size() >= count);
    }

    private void killWorker() throws InterruptedException {
        HttpResponse<String> pid = head.send("POST", "/v1/tesserae/default/register/pid", "");
        assertThat(pid.statusCode()).as(pid.body()).isEqualTo(200);
        ProcessHandle.of(Long.parseLong(pid.body())).ifPresent(ProcessHandle::destroyForcibly);
    }
}
