package dev.mosaic.mesh.socket;

import dev.mosaic.mesh.Endpoint;
import dev.mosaic.mesh.Keys;
import dev.mosaic.mesh.Timing;
import dev.mosaic.mesh.tls.KeyFolder;
import dev.mosaic.mesh.tls.TestAuthority;
import dev.mosaic.mesh.tls.TestAuthority.Leaf;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/** Keys of one cluster, and peers with TLS sockets of the JDK that show what a test has them show. */
final class TlsPeers {
    /** Handshakes of TLS take processors, which a machine under load has not. */
    static final Timing QUICK = HostFixture.QUICK.withHandshake(Duration.ofSeconds(1));

    final TestAuthority authority;
    final Keys keys;

    /** @param folder for the keys of the cluster's units */
    TlsPeers(Path folder) {
        authority = new TestAuthority("cluster");
        keys = KeyFolder.open(authority.write(folder, Leaf.GOOD));
    }

    /** Dials with a certificate that the cluster accepts. */
    RawPeer dial(Endpoint endpoint) throws IOException {
        SSLSocket socket = secure(RawPeer.connect(endpoint), TestAuthority.context(authority.make(Leaf.GOOD)));
        socket.startHandshake();
        return RawPeer.of(socket);
    }

    /** TLS over a connection. */
    static SSLSocket secure(Socket connected, SSLContext context) throws IOException {
        return (SSLSocket) context.getSocketFactory().createSocket(connected, "peer", connected.getPort(), true);
    }

    /** What the JDK says first. */
    static byte[] clientHello() throws IOException {
        AtomicReference<byte[]> said = new AtomicReference<>();
        try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                SSLSocket client = secure(
                        new Socket(listener.getInetAddress(), listener.getLocalPort()),
                        TestAuthority.context(new TestAuthority("any").make(Leaf.GOOD)));
                Socket server = listener.accept()) {
            Thread.ofVirtual().start(() -> {
                try {
                    client.startHandshake();
                } catch (IOException e) {
                    said.compareAndSet(null, new byte[0]);
                }
            });
            byte[] head = server.getInputStream().readNBytes(5);
            byte[] body = server.getInputStream().readNBytes((head[3] & 0xFF) << 8 | (head[4] & 0xFF));
            return Wire.join(head, body);
        }
    }
}
