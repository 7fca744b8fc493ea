package dev.mosaic.operator.head;

import dev.mosaic.headapi.HeadHttp;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** By address, from within the cluster's network. */
final class StraightRoad implements Road {
    private final HttpClient http;
    private final AuthorityByHost trust;
    private final Bounds bounds;

    StraightRoad(HttpClient http, AuthorityByHost trust, Bounds bounds) {
        this.http = http;
        this.trust = trust;
        this.bounds = bounds;
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

    /** What to do with an answer that has begun; all of it is over at the end. */
    private interface Reading {
        HeadAnswer read(int status, Body body, long endNanos) throws IOException, InterruptedException;
    }

    @Override
    public HeadAnswer request(Door door, String method, String path, @Nullable String body) {
        HttpRequest request = begun(door, path)
                .method(
                        method,
                        body == null ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofString(body))
                .build();
        return answered(request, (status, answer, endNanos) -> new HeadAnswer.Response(status, answer.whole(endNanos)));
    }

    @Override
    public HeadAnswer lines(Door door, String path, Consumer<String> onLine) {
        return answered(begun(door, path).GET().build(), (status, answer, endNanos) -> {
            if (status != HttpURLConnection.HTTP_OK) {
                return new HeadAnswer.Response(status, answer.whole(endNanos));
            }
            answer.lines(onLine);
            return new HeadAnswer.Response(status, "");
        });
    }

    private HeadAnswer answered(HttpRequest request, Reading reading) {
        long endNanos = System.nanoTime() + bounds.patience().toNanos();
        CompletableFuture<HttpResponse<Body>> sent = http.sendAsync(request, any -> new Body(bounds));
        try {
            HttpResponse<Body> answer = sent.get(bounds.patience().toNanos(), TimeUnit.NANOSECONDS);
            try (Body body = answer.body()) {
                return reading.read(answer.statusCode(), body, endNanos);
            }
        } catch (ExecutionException e) {
            return unreachable(Objects.requireNonNullElse(e.getCause(), e));
        } catch (TimeoutException e) {
            return unreachable(Pieces.silent(bounds.patience()));
        } catch (IOException e) {
            return unreachable(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new HeadAnswer.Unreachable("interrupted");
        } finally {
            // Where it was not read to its end, the connection goes.
            sent.cancel(true);
            var _ = sent.thenAccept(answer -> answer.body().close());
        }
    }

    /** There when the answer has begun; comes as it is read. */
    private static final class Body implements HttpResponse.BodySubscriber<Body>, AutoCloseable {
        private final Pieces pieces;
        private final CompletableFuture<Flow.Subscription> subscription = new CompletableFuture<>();

        Body(Bounds bounds) {
            pieces = new Pieces(bounds);
        }

        String whole(long endNanos) throws IOException, InterruptedException {
            return pieces.whole(this::more, endNanos);
        }

        void lines(Consumer<String> onLine) throws IOException, InterruptedException {
            pieces.lines(this::more, onLine);
        }

        private void more() {
            var _ = subscription.thenAccept(each -> each.request(1));
        }

        @Override
        public CompletionStage<Body> getBody() {
            return CompletableFuture.completedFuture(this);
        }

        @Override
        public void onSubscribe(Flow.Subscription each) {
            subscription.complete(each);
        }

        @Override
        public void onNext(List<ByteBuffer> buffers) {
            pieces.put(buffers);
        }

        @Override
        public void onError(Throwable failure) {
            pieces.end(failure);
        }

        @Override
        public void onComplete() {
            pieces.end(null);
        }

        @Override
        public void close() {
            var _ = subscription.thenAccept(Flow.Subscription::cancel);
        }
    }

    private static HttpRequest.Builder begun(Door door, String path) {
        String host = door.host().contains(":") ? "[" + door.host() + "]" : door.host();
        return HttpRequest.newBuilder(URI.create("https://" + host + ":" + door.port() + path))
                .header(HeadHttp.TOKEN, door.token())
                .header("Content-Type", "application/json");
    }

    private static HeadAnswer unreachable(Throwable e) {
        return new HeadAnswer.Unreachable(
                Objects.requireNonNullElse(e.getMessage(), e.getClass().getSimpleName()));
    }
}
