package dev.mosaic.mesh.socket;

import dev.mosaic.mesh.Endpoint;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/** TCP endpoints of the loopback that nobody listens on. */
final class FreePorts {
    private FreePorts() {}

    static Endpoint next() {
        try (ServerSocket probe = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return new Endpoint.Tcp("127.0.0.1", probe.getLocalPort());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
