package dev.mosaic.serve.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.mosaic.Snapshot;
import dev.mosaic.invoke.Dispatchers;
import dev.mosaic.serve.call.Reply;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServedTesseraTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    private Instant now = Instant.parse("2026-01-31T12:00:00Z");

    enum Colour {
        RED,
        GREEN
    }

    record Point(int x, int y) {}

    record Line(Point from, Point to, List<String> labels, Optional<Colour> colour) {}

    static final class Refusal extends Exception {
        private static final long serialVersionUID = 1;

        Refusal(String message) {
            super(message);
        }
    }

    @SuppressWarnings("unused") // called by their names
    static class Ledger implements Snapshot<Integer> {
        int total;
        private final int first;
        final CompletableFuture<String> promised = new CompletableFuture<>();

        Ledger() {
            this(0);
        }

        Ledger(int total) {
            this.total = total;
            this.first = total;
        }

        public int add(int more) {
            total += more;
            return total;
        }

        public String add(String more) {
            return "text " + more;
        }

        public Line mirror(Line line) {
            return new Line(line.to(), line.from(), line.labels(), line.colour());
        }

        public double sum(double[] values, Map<String, Double> weights) {
            double sum = 0;
            for (double each : values) {
                sum += each;
            }
            return sum + weights.values().stream().mapToDouble(each -> each).sum();
        }

        public Uni<Integer> later() {
            return Uni.createFrom().item(total);
        }

        public CompletableFuture<Integer> promise(int more) {
            return promised.thenApply(none -> add(more));
        }

        public CompletableFuture<String> never() {
            return CompletableFuture.failedFuture(new IllegalStateException("it broke"));
        }

        public Multi<Integer> count(int to) {
            return Multi.createFrom().range(0, to);
        }

        public Optional<String> maybe(Optional<Duration> time) {
            return time.map(Duration::toString);
        }

        public void refuse() throws Refusal {
            total++;
            throw new Refusal("not today");
        }

        public void fail() {
            throw new IllegalStateException("broken");
        }

        public Object unwritable() {
            return new Object();
        }

        @Override
        public Integer snapshot() {
            return total;
        }

        @Override
        public void restore(Integer state) {
            total = state;
        }
    }

    private ServedTessera ledger() {
        JsonClass json = JsonClass.of(Ledger.class);
        InstantSource clock = () -> now;
        return new ServedTessera(new Ledger(), Dispatchers.of(Ledger.class), json, "1", clock);
    }

    private static Reply call(ServedTessera served, String method, String key, String body) throws Exception {
        return served.reply(method, key, false, body).toCompletableFuture().get();
    }

    @Test
    void shouldRefuseAKeyOfAnotherCallThatRunsAndAnswerTheSameOnce() {
        Ledger ledger = new Ledger();
        ServedTessera served =
                new ServedTessera(ledger, Dispatchers.of(Ledger.class), JsonClass.of(Ledger.class), "1", () -> now);
        CompletableFuture<Reply> first =
                served.reply("promise", "k", false, "[2]").toCompletableFuture();
        CompletableFuture<Reply> same =
                served.reply("promise", "k", false, "[2]").toCompletableFuture();
        Reply another =
                served.reply("promise", "k", false, "[3]").toCompletableFuture().join();
        assertThat(another.status()).isEqualTo(422);
        assertThat(another.body()).contains("key-used");
        assertThat(first).isNotDone();
        assertThat(same).isNotDone();

        ledger.promised.complete("now");
        assertThat(first.join().body()).isEqualTo("2");
        assertThat(same.join().body()).isEqualTo("2");
        assertThat(ledger.total).isEqualTo(2);
    }

    private static String text(Reply reply) {
        return reply.body();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "add      | [3]                                   | 3",
                "add      | [\"3\"]                               | \"text 3\"",
                "add      | {\"more\":4}                          | 4",
                "total    | []                                    | 0",
                "total    | [7]                                   | null",
                "sum      | [[1,2.5],{\"a\":1}]                   | 4.5",
                "later    | []                                    | 0",
                "maybe    | [\"PT3S\"]                            | \"PT3S\"",
                "maybe    | [null]                                | null",
                "mirror   | [{\"from\":{\"x\":1,\"y\":2},\"to\":{\"x\":3,\"y\":4},\"labels\":[\"a\"],\"colour\":\"RED\"}] | {\"from\":{\"x\":3,\"y\":4},\"to\":{\"x\":1,\"y\":2},\"labels\":[\"a\"],\"colour\":\"RED\"}",
            })
    void shouldReadArgumentsAndWriteResultsAsJson(String method, String body, String result) throws Exception {
        Reply reply = call(ledger(), method, "", body);

        assertThat(text(reply)).isEqualTo(result);
        assertThat(reply.status()).isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "nothing    | []                  | 404 |",
                "snapshot   | []                  | 404 |",
                "add        | []                  | 400 |",
                "add        | [1,2]               | 400 |",
                "add        | [1.5]               | 400 | /0",
                "add        | {\"most\":1}        | 400 |",
                "add        | 3                   | 400 |",
                "add        | [3                  | 400 |",
                "sum        | [[1,\"x\"],{}]      | 400 | /0/1",
                "mirror     | [{\"from\":{\"x\":\"one\"}}]   | 400 | /0/from/x",
                "mirror     | [{\"from\":{\"x\":1,\"y\":1,\"z\":1}}] | 400 | /0/from/z",
                "mirror     | [{\"colour\":\"BLUE\"}]        | 400 | /0/colour",
                "refuse     | []                  | 422 |",
                "fail       | []                  | 500 |",
                "never      | []                  | 500 |",
                "unwritable | []                  | 500 |",
            })
    void shouldSayAsAProblemWhatIsWrong(String method, String body, int status, String at) throws Exception {
        Reply reply = call(ledger(), method, "", body);

        JsonNode problem = JSON.readTree(reply.body());
        assertThat(reply.status()).as(text(reply)).isEqualTo(status);
        assertThat(problem.path("status").intValue()).isEqualTo(status);
        assertThat(problem.path("type").textValue()).startsWith("urn:mosaic:problem:");
        assertThat(problem.path("at").textValue()).as(text(reply)).isEqualTo(at);
        assertThat(problem.has("stack")).isFalse();
    }

    @Test
    void shouldTellWhatUserCodeThrewWithItsStackOnlyWhereThatIsAskedFor() throws Exception {
        Reply reply = ledger().reply("fail", "", true, "").toCompletableFuture().get();

        JsonNode problem = JSON.readTree(reply.body());
        assertThat(problem.path("exception").textValue()).isEqualTo(IllegalStateException.class.getName());
        assertThat(problem.path("detail").textValue()).isEqualTo("broken");
        assertThat(problem.path("stack").textValue()).contains("Ledger.fail");
    }

    @Test
    void shouldAnswerACallThatComesAgainAndNotRunIt() throws Exception {
        ServedTessera served = ledger();

        assertThat(text(call(served, "add", "a", "[3]"))).isEqualTo("3");
        assertThat(text(call(served, "add", "a", "[3]"))).isEqualTo("3");
        assertThat(text(call(served, "add", "b", "[3]"))).isEqualTo("6");
        assertThat(call(served, "refuse", "c", "").status()).isEqualTo(422);
        assertThat(call(served, "refuse", "c", "").status()).isEqualTo(422);
        assertThat(text(call(served, "total", "", ""))).isEqualTo("7");
    }

    @Test
    void shouldRefuseAKeyThatBelongsToAnotherRequest() throws Exception {
        ServedTessera served = ledger();
        call(served, "add", "a", "[3]");

        Reply reply = call(served, "add", "a", "[4]");

        assertThat(reply.status()).isEqualTo(422);
        assertThat(text(reply)).contains("key-used");
        assertThat(text(call(served, "add", "a", "[3]"))).isEqualTo("3");
    }

    @Test
    void shouldRunACallThatDidNotFitWhenItComesAgainWithTheSameKey() throws Exception {
        ServedTessera served = ledger();

        assertThat(call(served, "add", "a", "[]").status()).isEqualTo(400);
        assertThat(text(call(served, "add", "a", "[3]"))).isEqualTo("3");
    }

    @Test
    void shouldKeepRepliesWithTheState() throws Exception {
        ServedTessera before = ledger();
        call(before, "add", "a", "[3]");

        ServedTessera next = ledger();
        next.restore(before.snapshot());

        assertThat(text(call(next, "add", "a", "[3]"))).isEqualTo("3");
        assertThat(text(call(next, "add", "b", "[1]"))).isEqualTo("4");
    }

    @Test
    void shouldForgetRepliesAfterADayAndBeyondTheirNumber() throws Exception {
        ServedTessera served = ledger();
        call(served, "add", "old", "[1]");
        now = now.plus(Duration.ofHours(25));
        assertThat(text(call(served, "add", "old", "[1]"))).isEqualTo("2");

        for (int i = 0; i < KeptReplies.MOST; i++) {
            call(served, "add", "key " + i, "[1]");
        }
        assertThat(text(call(served, "add", "key " + (KeptReplies.MOST - 1), "[1]")))
                .isEqualTo(String.valueOf(KeptReplies.MOST + 2));
        assertThat(text(call(served, "add", "old", "[1]"))).isEqualTo(String.valueOf(KeptReplies.MOST + 3));
    }

    @Test
    void shouldSayThatAMethodGivesValuesOneByOneAndNotCallIt() throws Exception {
        assertThat(call(ledger(), "count", "a", "[3]").streams()).isTrue();
    }

    @Test
    void shouldMakeTheObjectFromJson() throws Throwable {
        JsonClass json = JsonClass.of(Ledger.class);

        assertThat(((Ledger) json.construct("[5]")).total).isEqualTo(5);
        assertThat(((Ledger) json.construct("")).total).isZero();
        assertThatThrownBy(() -> json.construct("[\"x\"]")).hasMessageContaining("/0");
    }

    @Test
    void shouldDescribeTheClass() throws IOException {
        JsonNode api =
                JSON.readTree(new Describe(Ledger.class.getName()).apply().openApi());

        assertThat(api.path("openapi").textValue()).isEqualTo("3.1.0");
        assertThat(api.path("paths").properties().stream().map(Map.Entry::getKey))
                .contains("/add", "/total", "/count", "/mirror")
                .doesNotContain("/snapshot", "/first");
        JsonNode line =
                api.path("components").path("schemas").path(Line.class.getName().replace('$', '_'));
        assertThat(line.path("properties")
                        .path("labels")
                        .path("items")
                        .path("type")
                        .textValue())
                .isEqualTo("string");
        assertThat(api.at("/paths/~1count/post/responses/200/content").has("text/event-stream"))
                .isTrue();
    }
}
