package dev.mosaic.mesh.socket;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.mesh.Inbox;
import dev.mosaic.mesh.Limits;
import dev.mosaic.mesh.Mesh;
import dev.mosaic.mesh.MeshOptions;
import dev.mosaic.mesh.Peer;
import dev.mosaic.testing.Eventually;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** More connections than a mesh holds, of which none says who it is, in front of one that does. S7.5. */
class CrowdTest extends HostFixture {
    private static final int CROWD = 560;

    /** Less than the crowd, more than one address may have before it is let in. */
    private static final int LINKS = 540;

    @TempDir
    Path folder;

    @Test
    void shouldLinkWhoIntroducesItselfBesideACrowdThatDoesNot_S7_5() throws IOException {
        hostAlone(crowded(MeshOptions.of("host")));
        for (int i = 0; i < CROWD; i++) {
            keep(RawPeer.dial(endpoint)).send(Wire.bytes(0xFF));
        }

        linkAFriend(MeshOptions.of("friend"));
    }

    /** Some have said nothing, some a part of their first message, some all of it, so that the host has answered and waits for the rest. */
    @Test
    void shouldLinkWhoCompletesItsHandshakeOfTlsBesideACrowdThatStopsHalfWay_S7_5() throws IOException {
        TlsPeers peers = new TlsPeers(folder);
        hostAlone(crowded(MeshOptions.of("host").withKeys(peers.keys)));
        byte[] hello = TlsPeers.clientHello();
        int[] stops = {0, 3, 60, hello.length};
        RawPeer last = null;
        for (int i = 0; i < CROWD; i++) {
            last = keep(RawPeer.dial(endpoint));
            last.send(Arrays.copyOf(hello, stops[i % stops.length]));
        }
        assertThat(last.read(5)).as("the host has answered the last one").startsWith(22, 3, 3);

        linkAFriend(MeshOptions.of("friend").withKeys(peers.keys));
    }

    private static MeshOptions crowded(MeshOptions options) {
        return options.withLimits(Limits.DEFAULT.withMaxLinks(LINKS))
                .withTiming(QUICK.withHandshake(Duration.ofMinutes(5)));
    }

    private void linkAFriend(MeshOptions options) {
        Mesh friend = keep(SocketMesh.open(options, new Inbox()));
        Peer peer = friend.peer("host", endpoint);
        peer.send(ByteBuffer.wrap(Wire.ascii("hello")));

        Eventually.holds("it is heard", () -> heardFrom("friend").contains("hello"));
        assertThat(log.count("others came"))
                .as("some had to go, and it is said")
                .isBetween(1, 100);
        log.expect(log.count("others came"), "others came");
    }
}
