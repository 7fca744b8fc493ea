package dev.mosaic.mesh.socket;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.testing.Eventually;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What TLS took from the socket while the receiver was busy: the selector does not report it, and yet it arrives. */
class TlsBacklogTest extends HostFixture {
    private static final int MESSAGE_BYTES = 15_000;

    @TempDir
    Path folder;

    @AfterEach
    void resume() {
        inbox.resume();
    }

    @Test
    void shouldReadToTheEndWhateverTheBacklog() throws IOException {
        TlsPeers peers = new TlsPeers(folder);
        hostAlone(options().withTiming(TlsPeers.QUICK).withKeys(peers.keys));
        RawPeer peer = keep(peers.dial(endpoint)).shakeHands("busy");
        byte[] message = Wire.message("x".repeat(MESSAGE_BYTES));
        int sent = 0;

        for (int messages = 56; messages <= 90; messages++) {
            inbox.hold();
            peer.send(Wire.message("first"));
            peer.send(Collections.nCopies(messages, message).toArray(byte[][]::new));
            inbox.resume();
            sent += 1 + messages;
            int all = sent;
            Eventually.holds("the last of " + messages + " is there", () -> inbox.count() == all);
        }
        assertThat(inbox.losses()).isEmpty();
    }
}
