package dev.mosaic.mesh.socket;

import dev.mosaic.mesh.MeshOptions;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Links with TLS come and go, in every way they can: nothing stays. */
class TlsLinkLeakTest extends LinkLeakTest {
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

    /** Fewer: a handshake takes milliseconds. */
    @Override
    int connects() {
        return 100;
    }

    @Override
    RawPeer dialRaw() throws IOException {
        return peers.dial(endpoint);
    }
}
