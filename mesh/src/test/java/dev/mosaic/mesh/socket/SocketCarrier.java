package dev.mosaic.mesh.socket;

import dev.mosaic.mesh.Carrier;
import dev.mosaic.mesh.Endpoint;
import dev.mosaic.mesh.Keys;
import dev.mosaic.mesh.Mesh;
import dev.mosaic.mesh.MeshOptions;
import dev.mosaic.mesh.Receiver;
import dev.mosaic.mesh.tls.KeyFolder;
import dev.mosaic.mesh.tls.TestAuthority;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/**
 * Real sockets as a carrier of the suites: TCP on the loopback, plain or with TLS, or unix sockets in a folder that goes with
 * the test.
 */
final class SocketCarrier implements Carrier {
    private final Path folder;
    private final boolean unix;
    private final Keys keys;
    private int endpoints;

    private SocketCarrier(boolean unix, boolean secured) {
        this.unix = unix;
        try {
            this.folder = Files.createTempDirectory("mesh");
            this.keys = secured
                    ? KeyFolder.open(new TestAuthority("test").write(folder.resolve("keys"), TestAuthority.Leaf.GOOD))
                    : null;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static SocketCarrier tcp() {
        return new SocketCarrier(false, false);
    }

    static SocketCarrier tls() {
        return new SocketCarrier(false, true);
    }

    static SocketCarrier unix() {
        return new SocketCarrier(true, false);
    }

    @Override
    public Mesh open(MeshOptions options, Receiver receiver) {
        return SocketMesh.open(keys == null ? options : options.withKeys(keys), receiver);
    }

    @Override
    public Endpoint endpoint() {
        return unix ? new Endpoint.Unix(folder.resolve("s" + endpoints++)) : FreeEndpoint.next();
    }

    @Override
    public void close() {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
