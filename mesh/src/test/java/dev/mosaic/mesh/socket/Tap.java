package dev.mosaic.mesh.socket;

import dev.mosaic.mesh.Endpoint;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** Stands between two ends of a link: passes bytes on, counts heartbeats, and can cut. */
final class Tap implements AutoCloseable {
    private static final int PIECE_BYTES = 64 << 10;

    private final ServerSocketChannel listener;
    private final Endpoint at;
    private final Endpoint target;
    private final List<SocketChannel> ends = new CopyOnWriteArrayList<>();
    private final Thread accepting;

    /** What the dialling side said, and what the listening side said. */
    final Said dialler = new Said();

    final Said listening = new Said();

    /** How many heartbeats one side sent. */
    static final class Said {
        private final AtomicInteger pings = new AtomicInteger();
        private final AtomicInteger pongs = new AtomicInteger();

        int pings() {
            return pings.get();
        }

        int pongs() {
            return pongs.get();
        }

        private void look(byte[] piece, int bytes) {
            String text = new String(piece, 0, bytes, StandardCharsets.ISO_8859_1);
            pings.addAndGet(count(text, "\4PING"));
            pongs.addAndGet(count(text, "\4PONG"));
        }

        private static int count(String text, String word) {
            int found = 0;
            for (int at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
                found++;
            }
            return found;
        }
    }

    private Tap(ServerSocketChannel listener, Endpoint at, Endpoint target) {
        this.listener = listener;
        this.at = at;
        this.target = target;
        this.accepting = Thread.ofVirtual().name("tap").start(this::accept);
    }

    /** Listens at the one endpoint, and dials the other for whoever comes. */
    static Tap between(Endpoint at, Endpoint target) throws IOException {
        ServerSocketChannel listener = at instanceof Endpoint.Unix
                ? ServerSocketChannel.open(StandardProtocolFamily.UNIX)
                : ServerSocketChannel.open();
        return new Tap(listener.bind(address(at)), at, target);
    }

    Endpoint endpoint() {
        return at;
    }

    /** Breaks all links of this moment. */
    void cut() throws IOException {
        List<SocketChannel> now = List.copyOf(ends);
        ends.removeAll(now);
        for (SocketChannel end : now) {
            end.close();
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
        awaitLastAccept(); // which is what gives the port back
        cut();
        if (at instanceof Endpoint.Unix unix) {
            Files.deleteIfExists(unix.path());
        }
    }

    private void awaitLastAccept() throws IOException {
        try {
            accepting.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    /** The address of an endpoint without names. */
    static java.net.SocketAddress address(Endpoint endpoint) {
        return switch (endpoint) {
            case Endpoint.Tcp tcp -> new InetSocketAddress(tcp.host(), tcp.port());
            case Endpoint.Unix unix ->
                UnixDomainSocketAddress.of(Path.of(unix.path().toString()));
            case Endpoint.Via via -> throw new IllegalArgumentException(via.toString());
        };
    }

    private void accept() {
        try {
            while (true) {
                SocketChannel near = listener.accept();
                SocketChannel far;
                try {
                    far = SocketChannel.open(address(target));
                } catch (IOException nobodyThere) {
                    near.close();
                    continue;
                }
                ends.addAll(List.of(near, far));
                if (!listener.isOpen()) { // cut meanwhile
                    cut();
                }
                Thread.ofVirtual().name("tap-out").start(() -> pass(near, far, dialler));
                Thread.ofVirtual().name("tap-back").start(() -> pass(far, near, listening));
            }
        } catch (IOException e) {
            // Closed: the test is over.
        }
    }

    private static void pass(SocketChannel from, SocketChannel to, Said said) {
        ByteBuffer piece = ByteBuffer.allocate(PIECE_BYTES);
        try (from;
                to) {
            while (from.read(piece.clear()) >= 0) {
                said.look(piece.array(), piece.position());
                piece.flip();
                // A virtual thread's write takes what there is room for.
                while (piece.hasRemaining()) {
                    to.write(piece);
                }
            }
        } catch (IOException e) {
            // One end broke off: so does the other, by leaving this block.
        }
    }
}
