package dev.mosaic.mesh.socket;

import dev.mosaic.mesh.Endpoint;
import dev.mosaic.mesh.LineLimit;
import dev.mosaic.mesh.MeshException;
import java.io.IOException;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.time.Duration;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A place where peers may dial: accepts and hands on.
 *
 * <p><b>Threading:</b> accepts as carried work; {@link #close} from any thread. <b>Failure:</b> where the process has no
 * file descriptors left it looks again later, and says so a few times a minute.
 */
final class Listener implements Driver.Ready {
    private static final System.Logger LOG = System.getLogger("dev.mosaic.mesh");
    private static final int ACCEPTS_AT_ONCE = 64;
    private static final int LINES_A_MINUTE = 6;

    private final ServerSocketChannel channel;
    private final Endpoint endpoint;
    private final BiConsumer<SocketChannel, String> accepted;
    private final LineLimit lines = new LineLimit(LINES_A_MINUTE, Duration.ofMinutes(1));
    private @Nullable SelectionKey paused;

    /** @param accepted gets each connection and words for who is at its other end */
    Listener(Endpoint asked, BiConsumer<SocketChannel, String> accepted) {
        this.channel = Addresses.listen(asked);
        this.accepted = accepted;
        try {
            this.endpoint = Addresses.of(asked, channel);
        } catch (IOException e) {
            throw new MeshException(MeshException.Code.LISTEN, "endpoint=" + asked + ": " + e.getMessage(), e);
        }
    }

    /** Where to dial. */
    Endpoint endpoint() {
        return endpoint;
    }

    /** Begins to accept, as carried work. */
    void watch(Driver driver) {
        try {
            if (channel.isOpen()) {
                driver.register(channel, SelectionKey.OP_ACCEPT, this);
            }
        } catch (IOException e) {
            LOG.log(System.Logger.Level.ERROR, "cannot accept at {0}: {1}", endpoint, e.getMessage());
        }
    }

    @Override
    public void ready(SelectionKey key) {
        try {
            for (int i = 0; i < ACCEPTS_AT_ONCE; i++) {
                SocketChannel connection = channel.accept();
                if (connection == null) {
                    return;
                }
                hand(connection);
            }
        } catch (IOException e) {
            if (channel.isOpen()) {
                pause(key, e);
            }
        } catch (CancelledKeyException e) {
            LOG.log(System.Logger.Level.DEBUG, "{0} was closed", endpoint);
        }
    }

    /** Accepts again after it could not, as carried work. */
    void resume() {
        SelectionKey key = paused;
        paused = null;
        if (key != null && key.isValid()) {
            key.interestOps(SelectionKey.OP_ACCEPT);
        }
    }

    /** The selector would report the connection that waits again and again. */
    private void pause(SelectionKey key, IOException why) {
        key.interestOps(0);
        paused = key;
        lines.line(System.nanoTime(), "cannot accept at " + endpoint + ": " + why.getMessage())
                .ifPresent(line -> LOG.log(System.Logger.Level.WARNING, line));
    }

    private void hand(SocketChannel connection) {
        try {
            Addresses.sendAtOnce(connection);
            accepted.accept(connection, Addresses.remote(connection, endpoint));
        } catch (IOException e) {
            Addresses.close(connection);
        }
    }

    void close() {
        try {
            channel.close();
            if (endpoint instanceof Endpoint.Unix unix) {
                Files.deleteIfExists(unix.path());
            }
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "closing {0}: {1}", endpoint, e.getMessage());
        }
    }
}
