package dev.mosaic.kubernetes;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.ContainerResource;
import io.fabric8.kubernetes.client.dsl.LogWatch;
import io.fabric8.kubernetes.client.dsl.Loggable;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.HttpURLConnection;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What the main of one attempt prints, from its beginning to its end, each line once: where the API server ends the stream before main
 * does, it goes on behind the last line.
 *
 * <p><b>Threading:</b> a virtual thread copies; any thread tells it that main has ended.
 */
final class JobLog {
    private static final String CONTAINER = "mosaic";
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final Api api;
    private final String namespace;
    private final String pod;
    private final PrintStream out;
    private final CountDownLatch ended = new CountDownLatch(1);
    private final Thread thread;
    private String last = "";

    private JobLog(Api api, String namespace, String pod, PrintStream out) {
        this.api = api;
        this.namespace = namespace;
        this.pod = pod;
        this.out = out;
        this.thread = Thread.ofVirtual().name("mosaic-log").unstarted(this::copy);
    }

    static JobLog follow(Api api, String namespace, String pod, PrintStream out) {
        JobLog log = new JobLog(api, namespace, pod, out);
        log.thread.start();
        return log;
    }

    /** Main has ended: what it printed is copied to the end, and no longer than that takes. */
    void finish(Duration limit) throws InterruptedException {
        ended.countDown();
        var _ = thread.join(limit);
    }

    private void copy() {
        boolean wasEnded;
        do {
            wasEnded = ended.getCount() == 0;
            if (!read(wasEnded)) {
                return;
            }
        } while (!wasEnded && pause());
    }

    /** Until the stream ends; false where there is nothing more to be had. */
    private boolean read(boolean isEnded) {
        ContainerResource container =
                api.client().pods().inNamespace(namespace).withName(pod).inContainer(CONTAINER);
        Loggable log = last.isEmpty()
                ? container.usingTimestamps()
                : container.usingTimestamps().sinceTime(last);
        try {
            if (isEnded) {
                try (InputStream rest = log.getLogInputStream()) {
                    print(rest);
                }
            } else {
                try (LogWatch watch = log.watchLog()) {
                    print(watch.getOutput());
                }
            }
            return true;
        } catch (KubernetesClientException e) {
            return e.getCode() != HttpURLConnection.HTTP_NOT_FOUND && e.getCode() != HttpURLConnection.HTTP_FORBIDDEN;
        } catch (IOException e) {
            return true;
        }
    }

    /** Each line has the time before it, in nanoseconds and of one length. */
    private void print(InputStream stream) throws IOException {
        String before = last;
        BufferedReader lines = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8));
        for (@Nullable String line = lines.readLine(); line != null; line = lines.readLine()) {
            int blank = line.indexOf(' ');
            if (blank > 0 && Character.isDigit(line.charAt(0))) {
                String time = line.substring(0, blank);
                if (time.compareTo(before) > 0) {
                    out.println(line.substring(blank + 1));
                    out.flush();
                    last = time;
                }
            }
        }
    }

    private boolean pause() {
        try {
            var _ = ended.await(PAUSE.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
