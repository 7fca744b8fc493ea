package dev.mosaic.kubernetes;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.http.WebSocket;
import io.fabric8.kubernetes.client.utils.URLUtils;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * One connection to a port of a pod, through the API server: a web socket that speaks {@code v4.channel.k8s.io}.
 *
 * <pre>
 *   message   u8 channel, bytes           channel 0: data, 1: an error in words, of the server only
 *   first of each channel, from the server: u16 port, little endian
 * </pre>
 *
 * <p>Not Fabric8's own port-forward: it sends without asking whether what it sent before is gone, so that what is read faster than it can be
 * sent lies in memory, and by the JDK's client is lost.
 *
 * <p><b>Threading:</b> one thread writes, one reads. <b>Cost:</b> {@value #CREDITS} messages of the server wait in memory, and one to it.
 * <b>Failure:</b> {@link IOException} with the server's words. There is no half-close: who ends ends both ways.
 */
final class PortStream implements AutoCloseable {
    /** What comes before the bytes that are written. */
    static final int HEADER_BYTES = 1;

    private static final String PROTOCOL = "v4.channel.k8s.io";
    private static final int CREDITS = 4;
    private static final byte DATA = 0;
    private static final int CHANNELS = 2;
    private static final int GOING_AWAY = 1001;
    private static final long LOOK_NANOS = 20_000;

    /** Empty at the end. */
    private final BlockingQueue<Optional<ByteBuffer>> arrived = new LinkedBlockingQueue<>();

    private final AtomicBoolean isOver = new AtomicBoolean();
    private volatile @Nullable String error;

    @SuppressWarnings("NullAway.Init") // until the socket is open nobody has this
    private WebSocket socket;

    private PortStream() {}

    /** Connects. */
    static PortStream open(KubernetesClient client, String namespace, String pod, int port, Duration limit)
            throws IOException {
        PortStream stream = new PortStream();
        URI uri = URI.create(URLUtils.join(
                client.getMasterUrl().toString(),
                "api/v1/namespaces/" + namespace + "/pods/" + pod + "/portforward?ports=" + port));
        CompletableFuture<WebSocket> opening = client.getHttpClient()
                .newWebSocketBuilder()
                .uri(uri)
                .connectTimeout(limit.toMillis(), TimeUnit.MILLISECONDS)
                .subprotocol(PROTOCOL)
                .buildAsync(stream.new Ear());
        try {
            stream.socket = opening.get(limit.toMillis(), TimeUnit.MILLISECONDS);
            return stream;
        } catch (ExecutionException e) {
            throw new IOException(words(e), e);
        } catch (TimeoutException e) {
            var _ = opening.whenComplete((late, failure) -> {
                if (late != null) {
                    late.sendClose(GOING_AWAY, "late");
                }
            });
            throw new IOException("the API server does not answer within " + limit, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    private static String words(Throwable failure) {
        String said = String.valueOf(failure.getMessage());
        for (Throwable each = failure.getCause(); each != null; each = each.getCause()) {
            said = each.getMessage() == null ? said : each.getMessage();
        }
        return said;
    }

    /**
     * Sends, and waits until the connection can take more.
     *
     * @param message at its position {@value #HEADER_BYTES} byte that is overwritten, then the data
     */
    void write(ByteBuffer message) throws IOException {
        message.put(message.position(), DATA);
        if (isOver.get() || !socket.send(message)) {
            throw new IOException(said("the connection to the pod is over"));
        }
        // The JDK's client refuses a second message as long as the first is on its way.
        while (socket.queueSize() > 0) {
            if (isOver.get()) {
                throw new IOException(said("the connection to the pod is over"));
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }

    private String said(String otherwise) {
        String words = error;
        return words == null ? otherwise : words;
    }

    /** The next bytes; null when there are no more. */
    @Nullable ByteBuffer read() throws IOException {
        try {
            Optional<ByteBuffer> next = arrived.take();
            if (next.isPresent()) {
                socket.request();
                return next.get();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
        String words = error;
        if (words != null) {
            throw new IOException(words);
        }
        return null;
    }

    @Override
    public void close() {
        if (isOver.compareAndSet(false, true)) {
            arrived.add(Optional.empty());
            socket.sendClose(GOING_AWAY, "done");
        }
    }

    private void end(@Nullable String why) {
        if (isOver.compareAndSet(false, true)) {
            error = why;
            arrived.add(Optional.empty());
        }
    }

    /** In the client's threads, one message after the other. */
    private final class Ear implements WebSocket.Listener {
        private final boolean[] isBegun = new boolean[CHANNELS];

        @Override
        public void onOpen(WebSocket opened) {
            for (int i = 1; i < CREDITS; i++) {
                opened.request();
            }
        }

        @Override
        public void onMessage(WebSocket from, String text) {
            onMessage(from, ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
        }

        @Override
        public void onMessage(WebSocket from, ByteBuffer message) {
            int channel = message.hasRemaining() ? message.get() : CHANNELS;
            if (channel < 0 || channel >= CHANNELS) {
                end("the API server said something that is no port-forward");
                from.sendClose(GOING_AWAY, "not understood");
            } else if (!isBegun[channel] || !message.hasRemaining()) {
                isBegun[channel] = true;
                from.request();
            } else if (channel == DATA) {
                arrived.add(Optional.of(message));
            } else {
                end(StandardCharsets.UTF_8.decode(message).toString().strip());
                from.sendClose(GOING_AWAY, "understood");
            }
        }

        @Override
        public void onClose(WebSocket closed, int code, String reason) {
            end(null);
        }

        @Override
        public void onError(WebSocket failed, Throwable failure) {
            end(words(failure));
        }
    }
}
