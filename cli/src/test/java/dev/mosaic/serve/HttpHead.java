package dev.mosaic.serve;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.mosaic.testing.Eventually;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;

/** A head as a client without Mosaic sees it. */
final class HttpHead {
    private static final Duration LONG = Duration.ofMinutes(1);

    private final HttpClient http = HttpClient.newHttpClient();
    private final ObjectMapper json = new ObjectMapper();
    private final String base;
    private final String token;

    HttpHead(String base, String token) {
        this.base = base;
        this.token = token;
    }

    /** A jar of test classes. */
    static Path jar(Path file, Class<?>... classes) throws IOException {
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(file))) {
            for (Class<?> each : classes) {
                String name = each.getName().replace('.', '/') + ".class";
                out.putNextEntry(new JarEntry(name));
                try (InputStream in = each.getClassLoader().getResourceAsStream(name)) {
                    java.util.Objects.requireNonNull(in).transferTo(out);
                }
                out.closeEntry();
            }
        }
        return file;
    }

    HttpResponse<String> send(String method, String path, String body, String... headers) throws InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(base + path))
                .timeout(LONG)
                .header("X-Mosaic-Token", token)
                .method(method, HttpRequest.BodyPublishers.ofString(body));
        if (headers.length > 0) {
            request.headers(headers);
        }
        try {
            return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void declare(String name, Path jar, String more) throws InterruptedException {
        HttpResponse<String> answer = send(
                "PUT",
                "/v1/tesserae/default/" + name,
                "{\"className\":\"program.Register\",\"code\":{\"artifacts\":[{\"uri\":\"image://" + jar + "\"}]}"
                        + more + "}");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    }

    JsonNode state(String name) {
        try {
            HttpResponse<String> answer = send("GET", "/v1/tesserae/default/" + name, "");
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
            return json.readTree(answer.body());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    void awaitPhase(String name, String phase) {
        Eventually.holds(
                name + " is " + phase,
                LONG,
                () -> state(name).path("phase").textValue().equals(phase));
    }

    /** As a client does who must not lose a call: with a key, again and again. */
    String surely(String path, String body, String key) throws InterruptedException {
        long end = System.nanoTime() + Duration.ofMinutes(2).toNanos();
        while (true) {
            String said;
            try {
                HttpResponse<String> answer = send("POST", path, body, "Idempotency-Key", key);
                if (answer.statusCode() == 200) {
                    return answer.body();
                }
                said = answer.statusCode() + " " + answer.body();
                assertThat(answer.statusCode()).as(said).isIn(502, 503, 504);
            } catch (UncheckedIOException refused) {
                said = refused.toString();
            }
            assertThat(System.nanoTime())
                    .as("call " + key + " is done in time, last: " + said)
                    .isLessThan(end);
            LockSupport.parkNanos(50_000_000);
        }
    }
}
