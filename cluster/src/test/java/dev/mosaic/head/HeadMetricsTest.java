package dev.mosaic.head;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mosaic.Mosaic;
import dev.mosaic.Remote;
import dev.mosaic.headapi.HeadHttp;
import dev.mosaic.http.Scope;
import dev.mosaic.http.Trust;
import dev.mosaic.keys.KeyFiles;
import dev.mosaic.mesh.Endpoint;
import dev.mosaic.node.NodeProcess;
import dev.mosaic.node.NodeSettings;
import dev.mosaic.node.Offer;
import dev.mosaic.process.Access;
import dev.mosaic.testing.Eventually;
import dev.mosaic.testing.FreePorts;
import dev.mosaic.warehouse.WarehouseSettings;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import program.Faulty;
import program.Tally;

/** The metrics of a cluster with two workers, as Prometheus reads them: over https, with the token of who may see all. */
class HeadMetricsTest {
    private static final String HERE = "127.0.0.1";
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final long BYTES = 64L << 20;

    /** The format's own words for a line of it. */
    private static final Pattern SAMPLE = Pattern.compile(
            "([a-zA-Z_:][a-zA-Z0-9_:]*)((?:[{][a-z]+=\"(?:[^\"\\\\\\n]|\\\\[\\\\\"n])*\"(?:,[a-z]+=\"(?:[^\"\\\\\\n]|\\\\[\\\\\"n])*\")*[}])?) (\\S+)");

    private static final Pattern WORD = Pattern.compile("# (HELP|TYPE) (\\S+) (.+)");

    @TempDir
    Path folder;

    private HttpClient client;
    private URI address;
    private Path keys;

    @Test
    void shouldCountCallsByUnitAndMethodAndShowProcesses() throws Exception {
        keys = folder.resolve("keys");
        new KeyFiles(keys).make(Duration.ofDays(1));
        Access access = Access.of(keys.toString());
        Endpoint.Tcp monitor = new Endpoint.Tcp(HERE, FreePorts.next(1));
        try (HttpClient own = HttpClient.newBuilder().sslContext(Trust.in(keys)).build();
                HeadProcess head = HeadProcess.start(settings(monitor), access);
                NodeProcess _ = NodeProcess.start(node(monitor), access, PATIENCE);
                Mosaic mosaic = Mosaic.connect("tcp://" + monitor.address(), o -> o.keys(keys))) {
            client = own;
            address = head.api().orElseThrow();
            Remote<Tally> tally = mosaic.remote(Tally::new, 40);
            Remote<Faulty> faulty = mosaic.remote(Faulty::new, false);
            for (int i = 0; i < 3; i++) {
                tally.call(Tally::add).result(PATIENCE);
            }
            assertThatThrownBy(() -> faulty.call(Faulty::fails, "it is meant").result(PATIENCE))
                    .isInstanceOf(IllegalArgumentException.class);

            // A result is with its caller before its worker has put the call into its sums.
            Eventually.holds("all have ended", () -> sum("mosaic_calls_total", "outcome=\"done\"", "Tally.add") == 3);
            Eventually.holds("one failed", () -> sum("mosaic_calls_total", "outcome=\"failed\"", "Faulty.fails") == 1);
            Eventually.holds(
                    "the workers have told their tesserae", () -> samples().get("mosaic_tesserae") == 2);
            Map<String, Double> samples = samples();
            assertThat(samples)
                    .containsEntry("mosaic_units{kind=\"worker\"}", 2.0)
                    .containsEntry("mosaic_units{kind=\"program\"}", 1.0)
                    .containsEntry("mosaic_units{kind=\"node\"}", 1.0)
                    .containsEntry("mosaic_units_silent", 0.0)
                    .containsEntry("mosaic_waiting", 0.0)
                    .containsEntry("mosaic_live_calls{method=\"Tally.add\",state=\"running\"}", 0.0);
            assertThat(sum("mosaic_calls_total", "outcome=\"failed\"", "Tally.add"))
                    .isZero();
            assertThat(sum("mosaic_call_run_seconds_total", "Tally.add")).isPositive();
            for (String unit : List.of("worker:0:0", "worker:0:1", "monitor", "head:0")) {
                assertThat(sum("mosaic_process_cpu_seconds_total", "unit=\"" + unit + "\""))
                        .as(unit)
                        .isPositive();
            }
            assertThat(samples.get("mosaic_process_heap_bytes{unit=\"worker:0:1\",kind=\"worker\",node=\"node:0\"}"))
                    .isPositive();
            shouldLetNobodyElseSeeThem();
        }
    }

    private void shouldLetNobodyElseSeeThem() throws Exception {
        assertThat(ask("").statusCode()).isEqualTo(401);
        assertThat(ask("0123456789abcdef0123456789abcdef").statusCode()).isEqualTo(403);
        assertThat(ask(token(Scope.CALL)).statusCode()).isEqualTo(403);
        assertThat(ask(token(Scope.DEPLOY)).statusCode()).isEqualTo(403);
    }

    private double sum(String name, String... parts) {
        return samples().entrySet().stream()
                .filter(each -> each.getKey().startsWith(name + "{"))
                .filter(each -> List.of(parts).stream().allMatch(each.getKey()::contains))
                .mapToDouble(Map.Entry::getValue)
                .sum();
    }

    /** Each line is of the format; a family says what it is before its samples, once; no sample is there twice. */
    private Map<String, Double> samples() {
        HttpResponse<String> answer;
        try {
            answer = ask(token(Scope.ADMIN));
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Type")).contains("text/plain; version=0.0.4; charset=utf-8");
        assertThat(answer.body()).endsWith("\n");
        Map<String, Double> samples = new TreeMap<>();
        Set<String> families = new HashSet<>();
        String family = "";
        String type = "";
        for (String line : answer.body().lines().toList()) {
            Matcher word = WORD.matcher(line);
            if (word.matches() && word.group(1).equals("HELP")) {
                family = word.group(2);
                assertThat(families.add(family)).as(family).isTrue();
            } else if (word.matches()) {
                assertThat(word.group(2)).isEqualTo(family);
                type = word.group(3);
                assertThat(type).as(family).isEqualTo(family.endsWith("_total") ? "counter" : "gauge");
            } else {
                Matcher sample = SAMPLE.matcher(line);
                assertThat(sample.matches()).as(line).isTrue();
                assertThat(sample.group(1)).isEqualTo(family);
                double value = Double.parseDouble(sample.group(3));
                assertThat(value).as(line).isNotNegative();
                assertThat(samples.put(family + sample.group(2), value))
                        .as(line)
                        .isNull();
            }
        }
        return samples;
    }

    private HttpResponse<String> ask(String token) throws IOException, InterruptedException {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(address + HeadHttp.METRICS)).timeout(PATIENCE);
        if (!token.isEmpty()) {
            request.header("Authorization", "Bearer " + token);
        }
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private String token(Scope scope) throws IOException {
        return Files.readString(keys.resolve(scope.file())).strip();
    }

    private HeadSettings settings(Endpoint.Tcp monitor) {
        return new HeadSettings(
                monitor,
                HERE,
                Optional.empty(),
                Optional.of(new Endpoint.Tcp(HERE, 0)),
                Optional.of(new WarehouseSettings(
                        0, HERE, BYTES, BYTES, folder.resolve("entries"), Optional.empty(), "", false)),
                "least-busy",
                List.of(),
                false,
                true);
    }

    private static NodeSettings node(Endpoint.Tcp monitor) {
        return new NodeSettings(
                monitor,
                Optional.of(HERE),
                2,
                1,
                Offer.of(OptionalDouble.of(2), "", OptionalLong.of(BYTES), Map.of()),
                OptionalLong.of(BYTES),
                0,
                Optional.empty(),
                List.of(),
                List.of(),
                1);
    }
}
