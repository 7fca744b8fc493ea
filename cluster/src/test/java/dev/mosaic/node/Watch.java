package dev.mosaic.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.testing.Eventually;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Reads the lines of a stream as they come. */
final class Watch implements AutoCloseable {
    private static final Duration LONG = Eventually.PATIENCE;

    /** What came, and when. */
    record Line(long nanos, String text) {}

    private final Stream<String> stream;
    private final List<Line> lines = new CopyOnWriteArrayList<>();

    private Watch(Stream<String> stream) {
        this.stream = stream;
    }

    static Watch open(HttpClient client, HttpRequest request) throws IOException, InterruptedException {
        HttpResponse<Stream<String>> answer = client.send(request, HttpResponse.BodyHandlers.ofLines());
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Type")).contains("application/x-ndjson");
        Watch watch = new Watch(answer.body());
        Thread.ofVirtual().start(watch::read);
        return watch;
    }

    private void read() {
        try {
            stream.forEach(text -> lines.add(new Line(System.nanoTime(), text)));
        } catch (java.io.UncheckedIOException e) {
            lines.add(new Line(System.nanoTime(), "it has ended: " + e.getMessage()));
        }
    }

    /** Until the last line is so. */
    void await(String what, Predicate<String> condition) {
        Eventually.holds(what + ", says the stream", LONG, () -> !lines.isEmpty() && condition.test(last()));
    }

    String last() {
        return lines.getLast().text;
    }

    int count() {
        return lines.size();
    }

    long nanosBetweenLast() {
        return lines.getLast().nanos - lines.get(lines.size() - 2).nanos;
    }

    @Override
    public void close() {
        stream.close();
    }
}
