package dev.mosaic.mesh.socket;

import dev.mosaic.mesh.MeshOptions;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Peers with TLS and the right keys that break the rules of ZeroMQ. */
class TlsHostileTrafficTest extends HostileTrafficTest {
    @TempDir
    Path folder;

    private TlsPeers peers;

    @BeforeEach
    void makeKeys() {
        peers = new TlsPeers(folder);
    }

    @Override
    MeshOptions options() {
        return super.options().withTiming(TlsPeers.QUICK).withKeys(peers.keys);
    }

    @Override
    RawPeer dialRaw() throws IOException {
        return peers.dial(endpoint);
    }
}
