package dev.mosaic.http;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Files from servers that may be slow, or say more than was meant. The time limit of an {@link HttpRequest} ends with the headers. */
public final class Downloads {
    private static final int OK = 200;

    private Downloads() {}

    /**
     * Writes what is answered with 200 to a file, in place of what is there; of another answer nothing.
     *
     * <p><b>Threading:</b> the calling thread waits. <b>Failure:</b> {@link IOException} where it breaks off, is longer or takes longer;
     * a part of it may be in the file then.
     *
     * @param mostBytes of the body
     * @param limit from the request to the last byte
     * @return the status
     */
    public static int toFile(HttpClient client, HttpRequest request, Path file, long mostBytes, Duration limit)
            throws IOException, InterruptedException {
        CompletableFuture<HttpResponse<Path>> sent = client.sendAsync(
                request,
                answer -> HttpResponse.BodySubscribers.limiting(
                        answer.statusCode() == OK
                                ? HttpResponse.BodySubscribers.ofFile(
                                        file,
                                        StandardOpenOption.CREATE,
                                        StandardOpenOption.WRITE,
                                        StandardOpenOption.TRUNCATE_EXISTING)
                                : HttpResponse.BodySubscribers.replacing(file),
                        mostBytes));
        try {
            return sent.get(limit.toNanos(), TimeUnit.NANOSECONDS).statusCode();
        } catch (TimeoutException e) {
            throw new HttpTimeoutException("it was not there within " + limit.toMillis() / 1_000.0 + " s");
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException failed) {
                throw failed;
            }
            throw new IOException(e.getCause());
        } finally {
            sent.cancel(true);
        }
    }
}
