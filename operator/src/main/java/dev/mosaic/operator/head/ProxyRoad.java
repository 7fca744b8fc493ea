package dev.mosaic.operator.head;

import dev.mosaic.headapi.HeadHttp;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Through the API server, from wherever that can be reached. It does not look at the head's certificate; the way to it is its own. */
final class ProxyRoad implements Road {
    /** What the API server says itself, where it does not get through, is an object of this kind. */
    private static final String SAID_BY_API_SERVER = "\"kind\":\"Status\"";

    private final KubernetesClient client;
    private final Bounds bounds;

    ProxyRoad(KubernetesClient client, Bounds bounds) {
        this.client = client;
        this.bounds = bounds;
    }

    /** What to do with an answer that has begun. */
    private interface Reading {
        HeadAnswer read(int status, Pieces pieces, Runnable more, long endNanos)
                throws IOException, InterruptedException;
    }

    @Override
    public HeadAnswer request(Door door, String method, String path, @Nullable String body) {
        HttpRequest.Builder request = begun(door, path);
        request.method(method, "application/json", body);
        return answered(
                request.build(), (status, pieces, more, endNanos) -> answer(status, pieces.whole(more, endNanos)));
    }

    @Override
    public HeadAnswer lines(Door door, String path, Consumer<String> onLine) {
        return answered(begun(door, path).forStreaming().build(), (status, pieces, more, endNanos) -> {
            if (status != HttpURLConnection.HTTP_OK) {
                return answer(status, pieces.whole(more, endNanos));
            }
            pieces.lines(more, onLine);
            return answer(status, "");
        });
    }

    /** The client's own threads do not wait for whoever reads. */
    private HeadAnswer answered(HttpRequest request, Reading reading) {
        long endNanos = System.nanoTime() + bounds.patience().toNanos();
        Pieces pieces = new Pieces(bounds);
        CompletableFuture<HttpResponse<AsyncBody>> opening =
                client.getHttpClient().consumeBytes(request, (buffers, _) -> pieces.put(buffers));
        AsyncBody body = null;
        try {
            HttpResponse<AsyncBody> answer = opening.get(bounds.patience().toNanos(), TimeUnit.NANOSECONDS);
            body = answer.body();
            var _ = body.done().whenComplete((_, failure) -> pieces.end(failure));
            return reading.read(answer.code(), pieces, body::consume, endNanos);
        } catch (ExecutionException e) {
            return unreachable(e);
        } catch (TimeoutException e) {
            return unreachable(Pieces.silent(bounds.patience()));
        } catch (IOException e) {
            return unreachable(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new HeadAnswer.Unreachable("interrupted");
        } finally {
            opening.cancel(true);
            if (body != null) {
                body.cancel();
            }
        }
    }

    private HttpRequest.Builder begun(Door door, String path) {
        return client.getHttpClient()
                .newHttpRequestBuilder()
                .uri(URI.create(client.getMasterUrl().toString().replaceAll("/$", "") + "/api/v1/namespaces/"
                        + door.namespace() + "/services/https:" + door.service() + ":" + door.port() + "/proxy"
                        + path))
                .header(HeadHttp.TOKEN, door.token());
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
