package dev.mosaic.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mosaic.Bundle;
import dev.mosaic.Mosaic;
import dev.mosaic.Remote;
import dev.mosaic.Reservation;
import dev.mosaic.Task;
import dev.mosaic.http.Trust;
import dev.mosaic.testing.Eventually;
import dev.mosaic.testing.LogGuard;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import program.Equipped;
import program.Tally;

/** {@code mosaic head --http}: what it says of a cluster that has no nodes yet, and how nodes come and go. S5.3. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ClusterApiTest {
    private static final Pattern ADDRESS = Pattern.compile("API at (https?://\\S+)");
    private static final Duration LONG = Eventually.PATIENCE;
    private static final String ANYWHERE = "127.0.0.1:0";

    /** Has no nodes. */
    @RegisterExtension
    static final SharedMachines SHARED =
            new SharedMachines(() -> Machines.onLoopback().head("--http", ANYWHERE, "--elastic"));

    @RegisterExtension
    final LogGuard log = new LogGuard();

    @TempDir
    Path folder;

    private Transcript transcript;
    private Machines machines;
    private HttpClient client;

    @BeforeEach
    void open() throws IOException {
        transcript = new Transcript();
        client = HttpClient.newHttpClient();
        machines = SHARED.get();
    }

    @AfterEach
    void close() {
        client.close();
        transcript.close();
    }

    private HttpRequest.Builder to(String path) {
        Eventually.holds(
                "the head says where its API is",
                LONG,
                () -> ADDRESS.matcher(machines.process("head").output()).find());
        Matcher address = ADDRESS.matcher(machines.process("head").output());
        assertThat(address.find()).isTrue();
        return HttpRequest.newBuilder(URI.create(address.group(1) + path))
                .timeout(LONG)
                .header("X-Mosaic-Token", machines.token());
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private String cluster() {
        try {
            HttpResponse<String> answer = send(to("/v1/cluster"));
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
            return answer.body();
        } catch (IOException e) {
            throw new AssertionError(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    private void awaitCluster(String what, Predicate<String> condition) {
        Eventually.holds(what, LONG, () -> condition.test(cluster()));
    }

    private HttpResponse<String> drain(String node, String order) throws IOException, InterruptedException {
        return send(to("/v1/nodes/" + node + "/drain").POST(HttpRequest.BodyPublishers.ofString(order)));
    }

    private HttpResponse<String> announce(String kinds) throws IOException, InterruptedException {
        return send(to("/v1/announced").PUT(HttpRequest.BodyPublishers.ofString(kinds)));
    }

    @Order(SharedMachines.LAST)
    @Test
    void shouldSayWhatWaitsWhileThereIsNoNodeAndPlaceItWhenOneComes() throws Exception {
        SHARED.harm();
        try (Watch watch = Watch.open(client, to("/v1/cluster?watch=true").build());
                Mosaic mosaic = Mosaic.connect(machines.address())) {
            assertThat(announce("[{\"gpus\":2,\"cpus\":1}]").statusCode()).isEqualTo(204);
            List<Remote<Equipped>> waiting = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                waiting.add(mosaic.withOptions(o -> o.gpus(1)).remote(Equipped::new));
            }
            Task<List<String>> first = waiting.getFirst().call(Equipped::gpus);
            watch.await(
                    "6 wait", line -> line.contains("\"demand\":[{\"count\":6,\"needs\":{\"cpus\":0.0,\"gpus\":1.0,"));
            assertThat(watch.last()).contains("no node is there; a worker is on its way", "\"programs\":1");

            Task<Integer> task = mosaic.submit(() -> 41 + 1);
            watch.await("a task waits too", line -> line.contains("tasks wait for a worker: none is there"));

            machines.node("one", 1, "--gpus", "2");
            assertThat(first.result(LONG)).hasSize(1);
            assertThat(task.result(LONG)).isEqualTo(42);
            watch.await("4 wait", line -> line.contains("\"demand\":[{\"count\":4,"));
            watch.await("2 are there", line -> line.contains("\"reason\":\"2 tesserae"));
        }
    }

    @Test
    void shouldSayWhetherBundlesWantNodesOfTheirOwn() throws Exception {
        try (Mosaic mosaic = Mosaic.connect(machines.address())) {
            assertThat(announce("[{\"cpus\":4}]").statusCode()).isEqualTo(204);
            Bundle one = Bundle.EMPTY.cpus(1);
            try (Reservation _ = mosaic.reserve(List.of(one, one), Reservation.Layout.SPREAD);
                    Reservation _ = mosaic.reserve(List.of(one, one, one), Reservation.Layout.PACK)) {
                awaitCluster(
                        "both wait",
                        page -> page.contains("\"layout\":\"SPREAD\"") && page.contains("\"layout\":\"PACK\""));
            }
        }
    }

    /** Before others say what may come. */
    @Order(1)
    @Test
    void shouldFailAtOnceWhatFitsNowhereOnceItIsKnownWhatMayCome() throws Exception {
        try (Mosaic mosaic = Mosaic.connect(machines.address())) {
            Task<List<String>> much =
                    mosaic.withOptions(o -> o.gpus(9)).remote(Equipped::new).call(Equipped::gpus);
            awaitCluster("it waits", page -> page.contains("\"gpus\":9.0"));
            assertThat(announce("[{\"gpus\":8,\"labels\":{\"fpga\":1}}]").statusCode())
                    .isEqualTo(204);
            assertThatThrownBy(() -> much.result(LONG))
                    .hasMessageContaining("the largest announced has 8 gpus, 1 fpga");
            assertThat(announce("[{\"gups\":8}]").statusCode()).isEqualTo(400);
        }
    }

    @Order(SharedMachines.LAST)
    @Test
    void shouldDrainANodeThatIsIdleAndNoOtherOne() throws Exception {
        SHARED.harm();
        try (Mosaic mosaic = Mosaic.connect(machines.address())) {
            machines.node("one", 1, "--drain", "60");
            machines.awaitJoined("one");
            Remote<Tally> tally = mosaic.remote(Tally::new, 0);
            assertThat(tally.call(Tally::add).result(LONG)).isEqualTo(1);
            Task<String> kept = mosaic.submit(() -> "x".repeat(100_000));
            kept.await(LONG);
            HttpResponse<String> refused = drain("node:0", "{\"onlyIfIdle\":true}");
            assertThat(refused.statusCode()).isEqualTo(409);
            assertThat(refused.body()).contains("\"accepted\":false", "node:0 has 1 tessera");
            assertThat(drain("node:5", "").statusCode()).isEqualTo(404);
            assertThat(drain("node:0", "{\"deadlineSeconds\":-1}").statusCode()).isEqualTo(422);

            tally.drop();
            awaitCluster("it is idle", page -> page.contains("\"busy\":false,\"idleSeconds\":"));
            HttpResponse<String> accepted = drain("127.0.0.1", "{\"deadlineSeconds\":60,\"onlyIfIdle\":true}");
            assertThat(accepted.statusCode()).as(accepted.body()).isEqualTo(200);
            assertThat(accepted.body()).contains("\"accepted\":true");
            assertThat(cluster()).contains("\"draining\":true");
            assertThat(kept.result(LONG))
                    .as("results that others may still fetch")
                    .hasSize(100_000);

            Task<Integer> next = mosaic.submit(() -> 7);
            awaitCluster("nothing is placed there", page -> page.contains("tasks wait for a worker: none is there"));
            machines.node("two", 1);
            assertThat(next.result(LONG)).isEqualTo(7);
        }
    }

    @Order(SharedMachines.LAST)
    @Test
    void shouldTellTheNextMonitorOfANodeThatIsDrained() throws Exception {
        SHARED.harm();
        machines.node("one", 1, "--drain", "60");
        machines.awaitJoined("one");
        assertThat(drain("node:0", "").statusCode()).isEqualTo(200);
        machines.kill("head");
        machines.head("--http", ANYWHERE, "--elastic");
        awaitCluster("the next one knows", page -> page.contains("\"draining\":true"));
        log.expect(log.count(""), "");
    }

    @Tag("long")
    @Tag("variants")
    @Test
    void shouldSayNothingButSignsOfLifeWhileNothingHappens() throws Exception {
        try (Watch watch = Watch.open(client, to("/v1/cluster?watch=true").build())) {
            watch.await("it has settled", line -> line.contains("\"settled\":true"));
            int before = watch.count();
            watch.await("two signs of life", line -> watch.count() >= before + 2);
            assertThat(watch.nanosBetweenLast())
                    .isGreaterThan(Duration.ofSeconds(4).toNanos());
            assertThat(watch.last()).contains("\"busy\":false", "\"demand\":[],\"nodes\":[]");
        }
    }

    @Test
    void shouldServeWithKeysThoseWhoHaveTheTokenOnly() throws Exception {
        Path keys = Machines.keys(folder);
        client.close();
        client = HttpClient.newBuilder().sslContext(Trust.in(keys)).build();
        try (Machines own = Machines.onLoopback(keys).head("--http", ANYWHERE)) {
            machines = own;
            serveThoseWhoHaveTheTokenOnly(keys);
        }
    }

    private void serveThoseWhoHaveTheTokenOnly(Path keys) throws Exception {
        assertThat(to("/v1/cluster").build().uri().getScheme()).isEqualTo("https");
        assertThat(send(withoutToken("/v1/cluster")).statusCode()).isEqualTo(401);
        String member = Files.readString(keys.resolve("token")).strip();
        assertThat(send(withoutToken("/v1/cluster").header("X-Mosaic-Token", member))
                        .statusCode())
                .as("the token of units opens no page")
                .isEqualTo(403);
        assertThat(machines.token())
                .isEqualTo(Files.readString(keys.resolve("admin.token")).strip());
        assertThat(cluster()).contains("\"programs\":0");
    }

    /** Other users of the machine reach it too. */
    @Test
    void shouldServeWithoutKeysThoseWhoHaveThisUsersTokenOnly_S7_5() throws Exception {
        assertThat(send(withoutToken("/v1/cluster")).statusCode()).isEqualTo(401);
        assertThat(send(withoutToken("/v1/cluster").header("X-Mosaic-Token", "0".repeat(32)))
                        .statusCode())
                .isEqualTo(403);
        awaitCluster("no program is there", page -> page.contains("\"programs\":0"));
    }

    private HttpRequest.Builder withoutToken(String path) {
        return HttpRequest.newBuilder(to(path).build().uri()).timeout(LONG);
    }
}
