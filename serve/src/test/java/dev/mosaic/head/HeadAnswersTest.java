package dev.mosaic.head;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mosaic.Mosaic;
import dev.mosaic.Ref;
import dev.mosaic.Remote;
import dev.mosaic.Task;
import dev.mosaic.headapi.HeadHttp;
import dev.mosaic.http.Scope;
import dev.mosaic.http.Trust;
import dev.mosaic.keys.KeyFiles;
import dev.mosaic.mesh.Endpoint;
import dev.mosaic.node.NodeProcess;
import dev.mosaic.node.NodeSettings;
import dev.mosaic.node.Offer;
import dev.mosaic.process.Access;
import dev.mosaic.serve.TesseraService;
import dev.mosaic.testing.ChildJvms;
import dev.mosaic.testing.Eventually;
import dev.mosaic.testing.FreePorts;
import dev.mosaic.warehouse.WarehouseSettings;
import java.io.IOException;
import java.io.InputStream;
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
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import program.Register;
import program.Sleeper;
import program.Tally;

/** What a head answers of a cluster that works is as {@code docs/openapi.json} says it. A node, a worker, a program. */
class HeadAnswersTest {
    private static final String HERE = "127.0.0.1";
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final long BYTES = 64L << 20;

    @TempDir
    Path folder;

    private final Set<String> asked = new TreeSet<>();
    private DescribedApi api;
    private HttpClient client;
    private URI address;
    private String token;

    @Test
    void shouldAnswerAsTheDocumentSays() throws Exception {
        api = new DescribedApi();
        Path keys = folder.resolve("keys");
        new KeyFiles(keys).make(Duration.ofDays(1));
        token = Files.readString(keys.resolve(Scope.ADMIN.file())).strip();
        Access access = Access.of(keys.toString());
        Endpoint.Tcp monitor = new Endpoint.Tcp(HERE, FreePorts.next(1));
        try (HttpClient own = HttpClient.newBuilder().sslContext(Trust.in(keys)).build();
                HeadProcess head = head(monitor, access);
                NodeProcess _ = NodeProcess.start(node(monitor), access, PATIENCE);
                Mosaic mosaic = Mosaic.connect("tcp://" + monitor.address(), o -> o.keys(keys))) {
            client = own;
            address = head.api().orElseThrow();
            ask(mosaic);
        }
        assertThat(asked).isEqualTo(api.operations().keySet());
    }

    private void ask(Mosaic mosaic) throws Exception {
        fits("PUT", HeadHttp.ANNOUNCED, HeadHttp.ANNOUNCED, "[{\"cpus\":4,\"labels\":{\"scanner\":1}}]", 204);
        Remote<Tally> tally = mosaic.remote(Tally::new, 40);
        assertThat(tally.call(Tally::add).result(PATIENCE)).isEqualTo(41);
        Ref<double[]> ref = mosaic.put(new double[1 << 16]);
        Task<Integer> failed = mosaic.submit(() -> Integer.parseInt("no number"));
        assertThatThrownBy(() -> failed.result(PATIENCE)).isInstanceOf(NumberFormatException.class);
        Remote<Sleeper> nowhere =
                mosaic.withOptions(o -> o.resource("scanner", 1)).remote(Sleeper::new);
        declared();

        get(HeadHttp.OPENAPI, HeadHttp.OPENAPI);
        Eventually.holds("it has no place", () -> body(HeadHttp.STATUS).contains("\"reason\":\""));
        assertThat(get(HeadHttp.STATUS, HeadHttp.STATUS)).contains("\"worker:0:0\"", "\"reason\":\"");
        assertThat(get(HeadHttp.TASKS, HeadHttp.TASKS)).contains("\"FAILED\"", "\"DONE\"", "no number");
        assertThat(get(HeadHttp.INSTANCES, HeadHttp.INSTANCES)).contains("\"Tally\"", "\"LISTENING\"");
        assertThat(get(HeadHttp.OBJECTS, HeadHttp.OBJECTS)).contains("\"KEPT\"");
        assertThat(get(HeadHttp.EVENTS + "?after=0", HeadHttp.EVENTS)).contains("\"kind\":\"JOINED\"");
        assertThat(get(HeadHttp.LOAD, HeadHttp.LOAD)).contains("\"cpuSeconds\":", "\"done\":");
        assertThat(get(HeadHttp.METRICS, HeadHttp.METRICS)).contains("\nmosaic_units{kind=\"node\"} 1\n");
        get(HeadHttp.stack("worker:0:0"), HeadHttp.STACK);
        get(HeadHttp.profile("worker:0:0", 1, "cpu"), HeadHttp.PROFILE);
        get(HeadHttp.lines("worker:0:0") + "?after=0", HeadHttp.LINES);
        assertThat(get(HeadHttp.CLUSTER, HeadHttp.CLUSTER)).contains("\"node:0\"", "\"scanner\":1.0");

        fits("GET", HeadHttp.TASKS, HeadHttp.TASKS + "?state=unheard", "", 400);
        fits("GET", HeadHttp.STACK, HeadHttp.stack("worker:9:9"), "", 404);
        String busy = "{\"onlyIfIdle\":true}";
        fits("POST", HeadHttp.DRAIN, HeadHttp.drain("node:0"), busy, 409);
        fits("POST", HeadHttp.DRAIN, HeadHttp.drain("node:9"), busy, 404);
        fits("DELETE", HeadHttp.TESSERA, HeadHttp.tessera("default", "register"), "", 204);
        fits("POST", HeadHttp.DRAIN, HeadHttp.drain("node:0"), "", 200);
        assertThat(ref.value()).hasSize(1 << 16);
        assertThat(nowhere).isNotNull();
    }

    /** All that is served of one that lives. */
    private void declared() throws Exception {
        String register = HeadHttp.tessera("default", "register");
        String declaration = "{\"className\":\"" + Register.class.getName()
                + "\",\"code\":{\"artifacts\":[{\"uri\":\"image://" + jar() + "\"}]},\"args\":[40]}";
        fits("PUT", HeadHttp.TESSERA, register, declaration, 200);
        String method = HeadHttp.TESSERA + "/{method}";
        assertThat(fits("POST", method, register + "/add", "", 200)).isEqualTo("41");
        fits("POST", method, register + "/add", "[\"two\"]", 400);
        fits("POST", method, register + "/unheard", "", 404);
        get(register + "/openapi.json", HeadHttp.TESSERA + "/openapi.json");
        assertThat(get(register, HeadHttp.TESSERA)).contains("\"Running\"");
        assertThat(get(HeadHttp.TESSERAE, HeadHttp.TESSERAE)).contains("\"register\"");
        String later = send("POST", register + "/add", "", "Prefer", "respond-async")
                .headers()
                .firstValue("Location")
                .orElseThrow();
        Eventually.holds("the call has ended", () -> status(later) == 200);
        assertThat(get(later, HeadHttp.CALL)).isEqualTo("42");
        fits("GET", HeadHttp.CALL, HeadHttp.call("none"), "", 404);
    }

    private Path jar() throws IOException {
        Path file = folder.resolve("register.jar");
        String name = Register.class.getName().replace('.', '/') + ".class";
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(file));
                InputStream in = Register.class.getClassLoader().getResourceAsStream(name)) {
            out.putNextEntry(new JarEntry(name));
            in.transferTo(out);
            out.closeEntry();
        }
        return file;
    }

    private int status(String path) {
        return unchecked(path).statusCode();
    }

    private String body(String path) {
        return unchecked(path).body();
    }

    private HttpResponse<String> unchecked(String path) {
        try {
            return send("GET", path, "");
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private String get(String path, String route) throws IOException, InterruptedException {
        return fits("GET", route, path, "", 200);
    }

    private String fits(String method, String route, String path, String body, int status)
            throws IOException, InterruptedException {
        HttpResponse<String> answer = send(method, path, body);
        assertThat(answer.statusCode())
                .as("%s %s: %s", method, path, answer.body())
                .isEqualTo(status);
        String type = answer.headers().firstValue("Content-Type").orElse("");
        asked.add(method + " " + route);
        assertThat(api.faults(method + " " + route, status, type, answer.body()))
                .as("%s %s: %s", method, path, answer.body())
                .isEmpty();
        return answer.body();
    }

    private HttpResponse<String> send(String method, String path, String body, String... headers)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(address + path))
                .timeout(PATIENCE)
                .header(HeadHttp.TOKEN, token)
                .method(method, HttpRequest.BodyPublishers.ofString(body));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private HeadProcess head(Endpoint.Tcp monitor, Access access) throws IOException {
        return HeadProcess.start(
                new HeadSettings(
                        monitor,
                        HERE,
                        Optional.empty(),
                        Optional.of(new Endpoint.Tcp(HERE, 0)),
                        Optional.of(new WarehouseSettings(
                                0, HERE, BYTES, BYTES, folder.resolve("entries"), Optional.empty(), "", false)),
                        "least-busy",
                        List.of(),
                        true,
                        true),
                access,
                at -> TesseraService.open(at, HERE, folder, access));
    }

    private static NodeSettings node(Endpoint.Tcp monitor) {
        return new NodeSettings(
                monitor,
                Optional.of(HERE),
                1,
                1,
                Offer.of(OptionalDouble.of(2), "", OptionalLong.of(BYTES), Map.of()),
                OptionalLong.of(BYTES),
                0,
                Optional.empty(),
                List.of(),
                List.of(ChildJvms.JIT),
                1);
    }
}
