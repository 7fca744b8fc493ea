package dev.mosaic.operator.head;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import java.net.HttpURLConnection;
import java.net.URI;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Through the API server, from wherever that can be reached. It does not look at the head's certificate; the way to it is its own. */
final class ProxyRoad implements Road {
    /** What the API server says itself, where it does not get through, is an object of this kind. */
    private static final String SAID_BY_API_SERVER = "\"kind\":\"Status\"";

    private final KubernetesClient client;
    private final Duration patience;

    ProxyRoad(KubernetesClient client, Duration patience) {
        this.client = client;
        this.patience = patience;
    }

    @Override
    public HeadAnswer request(Door door, String method, String path, @Nullable String body) {
        HttpRequest.Builder request = begun(door, path);
        request.method(method, "application/json", body);
        CompletableFuture<HttpResponse<String>> sent = client.getHttpClient().sendAsync(request.build(), String.class);
        try {
            HttpResponse<String> answer = sent.get(patience.toMillis(), TimeUnit.MILLISECONDS);
            return answer(answer.code(), Objects.requireNonNullElse(answer.body(), ""));
        } catch (ExecutionException e) {
            return unreachable(e);
        } catch (TimeoutException e) {
            sent.cancel(true);
            return new HeadAnswer.Unreachable("no answer for " + patience.toSeconds() + " s");
        } catch (InterruptedException e) {
            sent.cancel(true);
            Thread.currentThread().interrupt();
            return new HeadAnswer.Unreachable("interrupted");
        }
    }

    @Override
    public HeadAnswer lines(Door door, String path, Consumer<String> onLine) {
        // The client's own threads must not wait for whoever reads lines.
        BlockingQueue<Piece> pieces = new LinkedBlockingQueue<>();
        Lines lines = new Lines(line -> pieces.add(new Line(line)));
        StringBuilder refusal = new StringBuilder();
        CompletableFuture<Integer> status = new CompletableFuture<>();
        CompletableFuture<HttpResponse<AsyncBody>> opening = client.getHttpClient()
                .consumeBytes(begun(door, path).forStreaming().build(), (buffers, body) -> {
                    if (status.join() == HttpURLConnection.HTTP_OK) {
                        buffers.forEach(lines::take);
                    } else {
                        buffers.forEach(each -> refusal.append(Lines.text(each)));
                    }
                    body.consume();
                });
        AsyncBody body = null;
        try {
            HttpResponse<AsyncBody> answer = opening.get(patience.toMillis(), TimeUnit.MILLISECONDS);
            body = answer.body();
            status.complete(answer.code());
            var _ = body.done().whenComplete((_, failure) -> pieces.add(new End(Optional.ofNullable(failure))));
            body.consume();
            Optional<Throwable> failure = handOn(pieces, onLine);
            return failure.map(ProxyRoad::unreachable).orElseGet(() -> answer(answer.code(), refusal.toString()));
        } catch (ExecutionException e) {
            return unreachable(e);
        } catch (TimeoutException e) {
            opening.cancel(true);
            return new HeadAnswer.Unreachable("no answer for " + patience.toSeconds() + " s");
        } catch (InterruptedException e) {
            opening.cancel(true);
            if (body != null) {
                body.cancel();
            }
            Thread.currentThread().interrupt();
            return new HeadAnswer.Unreachable("interrupted");
        }
    }

    /** Until the end; what it ended with. */
    private static Optional<Throwable> handOn(BlockingQueue<Piece> pieces, Consumer<String> onLine)
            throws InterruptedException {
        while (true) {
            switch (pieces.take()) {
                case Line(String text) -> onLine.accept(text);
                case End(Optional<Throwable> failure) -> {
                    return failure;
                }
            }
        }
    }

    private sealed interface Piece {}

    private record Line(String text) implements Piece {}

    private record End(Optional<Throwable> failure) implements Piece {}

    private HttpRequest.Builder begun(Door door, String path) {
        return client.getHttpClient()
                .newHttpRequestBuilder()
                .uri(URI.create(client.getMasterUrl().toString().replaceAll("/$", "") + "/api/v1/namespaces/"
                        + door.namespace() + "/services/https:" + door.service() + ":" + door.port() + "/proxy"
                        + path))
                .header(TOKEN, door.token());
    }

    private static HeadAnswer answer(int status, String body) {
        return status >= HttpURLConnection.HTTP_BAD_REQUEST
                        && body.replace(" ", "").contains(SAID_BY_API_SERVER)
                ? new HeadAnswer.Unreachable("the API server does not get through to the head: " + body.strip())
                : new HeadAnswer.Response(status, body);
    }

    private static HeadAnswer unreachable(Throwable e) {
        Throwable cause = Objects.requireNonNullElse(e.getCause(), e);
        return new HeadAnswer.Unreachable(
                Objects.requireNonNullElse(cause.getMessage(), cause.getClass().getSimpleName()));
    }
}
