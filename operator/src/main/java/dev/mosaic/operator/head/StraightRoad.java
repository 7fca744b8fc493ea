package dev.mosaic.operator.head;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** By address, from within the cluster's network. */
final class StraightRoad implements Road {
    private final HttpClient http;
    private final AuthorityByHost trust;
    private final Duration patience;

    StraightRoad(HttpClient http, AuthorityByHost trust, Duration patience) {
        this.http = http;
        this.trust = trust;
        this.patience = patience;
    }

    @Override
    public void open(Door door) {
        try {
            trust.put(door.host(), door.authorities());
        } catch (GeneralSecurityException | IOException e) {
            // Then nobody is trusted there, and that is what is said when the head is asked.
            trust.remove(door.host());
        }
    }

    @Override
    public void close(Door door) {
        trust.remove(door.host());
    }

    @Override
    public HeadAnswer request(Door door, String method, String path, @Nullable String body) {
        HttpRequest request = begun(door, path)
                .method(
                        method,
                        body == null ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofString(body))
                .timeout(patience)
                .build();
        try {
            HttpResponse<String> answer = http.send(request, HttpResponse.BodyHandlers.ofString());
            return new HeadAnswer.Response(answer.statusCode(), answer.body());
        } catch (IOException e) {
            return unreachable(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new HeadAnswer.Unreachable("interrupted");
        }
    }

    @Override
    public HeadAnswer lines(Door door, String path, Consumer<String> onLine) {
        try {
            HttpResponse<InputStream> answer =
                    http.send(begun(door, path).GET().build(), HttpResponse.BodyHandlers.ofInputStream());
            try (InputStream body = answer.body()) {
                if (answer.statusCode() != HttpURLConnection.HTTP_OK) {
                    return new HeadAnswer.Response(
                            answer.statusCode(), new String(body.readAllBytes(), StandardCharsets.UTF_8));
                }
                BufferedReader reader = new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8));
                for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                    onLine.accept(line);
                }
                return new HeadAnswer.Response(HttpURLConnection.HTTP_OK, "");
            }
        } catch (IOException e) {
            return unreachable(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new HeadAnswer.Unreachable("interrupted");
        }
    }

    private static HttpRequest.Builder begun(Door door, String path) {
        String host = door.host().contains(":") ? "[" + door.host() + "]" : door.host();
        return HttpRequest.newBuilder(URI.create("https://" + host + ":" + door.port() + path))
                .header(TOKEN, door.token())
                .header("Content-Type", "application/json");
    }

    private static HeadAnswer unreachable(IOException e) {
        return new HeadAnswer.Unreachable(
                Objects.requireNonNullElse(e.getMessage(), e.getClass().getSimpleName()));
    }
}
