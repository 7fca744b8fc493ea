package dev.mosaic.kubernetes;

import dev.mosaic.process.Accepting;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A port of this machine that leads to one of a pod. Each connection looks for its pod anew, so that the port outlives pods.
 *
 * <p><b>Threading:</b> any thread; two virtual threads for each connection. <b>Cost:</b> a buffer of 64 KiB each, beside those of its {@link
 * PortStream}. <b>Failure:</b> a connection for which there is no pod is closed, with a log line where the reason is a new one; one
 * whose pod is gone is closed.
 */
final class Tunnel implements AutoCloseable {
    /** Finds the other end. */
    interface Way {
        /** Connects to the port of the pod that it is today. */
        PortStream open() throws IOException;
    }

    private static final System.Logger LOG = System.getLogger("dev.mosaic.kubernetes");
    private static final int BUFFER_BYTES = 64 << 10;
    private static final long LAST_ACCEPT_SECONDS = 1;

    private final ServerSocketChannel listener;
    private final Way way;
    private final Accepting accepting;
    private final Set<SocketChannel> open = ConcurrentHashMap.newKeySet();
    private final CountDownLatch accepted = new CountDownLatch(1);
    private volatile String complaint = "";

    private Tunnel(ServerSocketChannel listener, Way way) {
        this.listener = listener;
        this.way = way;
        this.accepting = new Accepting(listener::accept, this::take, () -> {});
    }

    /** Listens at a free port of the loopback. */
    static Tunnel open(Way way) throws IOException {
        ServerSocketChannel listener = ServerSocketChannel.open();
        try {
            listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        } catch (IOException e) {
            listener.close();
            throw e;
        }
        Tunnel tunnel = new Tunnel(listener, way);
        Thread.ofVirtual().name("mosaic-tunnel").start(tunnel::accept);
        return tunnel;
    }

    /** The port at which it listens. */
    int port() {
        return listener.socket().getLocalPort();
    }

    private void accept() {
        accepting.run();
        accepted.countDown();
    }

    private void take(SocketChannel local) {
        open.add(local);
        Thread.ofVirtual().name("mosaic-tunnel-connection").start(() -> serve(local));
    }

    private void serve(SocketChannel local) {
        try (local) {
            local.setOption(StandardSocketOptions.TCP_NODELAY, true);
            PortStream stream = way.open();
            complaint = "";
            Thread back = Thread.ofVirtual().name("mosaic-tunnel-back").start(() -> bring(stream, local));
            try (stream) {
                send(local, stream);
            }
            back.join();
        } catch (IOException
                | RuntimeException e) { // the client of a way that is closed meanwhile throws what it likes
            complain(String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            open.remove(local);
        }
    }

    /** Whoever dials does so again and again; it is told once. */
    private void complain(String why) {
        if (listener.isOpen() && !why.equals(complaint)) {
            complaint = why;
            LOG.log(System.Logger.Level.INFO, "no way to the pod: {0}", why);
        }
    }

    private static void send(SocketChannel local, PortStream stream) {
        ByteBuffer buffer = ByteBuffer.allocate(PortStream.HEADER_BYTES + BUFFER_BYTES);
        try {
            while (local.read(buffer.clear().position(PortStream.HEADER_BYTES)) >= 0) {
                stream.write(buffer.flip());
            }
        } catch (IOException broken) {
            LOG.log(System.Logger.Level.DEBUG, "a connection to the pod ends", broken);
        }
    }

    private static void bring(PortStream stream, SocketChannel local) {
        try (local) {
            for (@Nullable ByteBuffer next = stream.read(); next != null; next = stream.read()) {
                while (next.hasRemaining()) {
                    local.write(next);
                }
            }
        } catch (IOException broken) {
            LOG.log(System.Logger.Level.DEBUG, "a connection from the pod ends", broken);
        }
    }

    /** Nobody is let in any more when this returns. */
    @Override
    public void close() {
        try {
            accepting.close();
            listener.close();
            awaitLastAccept();
            for (SocketChannel each : open) {
                each.close();
            }
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "the tunnel does not close", e);
        }
    }

    /** One that is let in at this moment is closed with the others. */
    private void awaitLastAccept() {
        try {
            var _ = accepted.await(LAST_ACCEPT_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
