package dev.mosaic.mesh.socket;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.mesh.Inbox;
import dev.mosaic.mesh.Limits;
import dev.mosaic.mesh.Mesh;
import dev.mosaic.mesh.MeshOptions;
import dev.mosaic.mesh.Peer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** More connections than a mesh holds, of which none says who it is, in front of one that does. S7.5. */
class CrowdTest extends HostFixture {
    private static final int CROWD = 560;

    /** Less than the crowd, more than one address may have before it is let in. */
    private static final int LINKS = 540;

    @Test
    void shouldLinkWhoIntroducesItselfBesideACrowdThatDoesNot_S7_5() throws IOException {
        hostAlone(MeshOptions.of("host")
                .withLimits(Limits.DEFAULT.withMaxLinks(LINKS))
                .withTiming(QUICK.withHandshake(Duration.ofMinutes(5))));
        for (int i = 0; i < CROWD; i++) {
            keep(RawPeer.dial(endpoint)).send(Wire.bytes(0xFF));
        }
        Mesh friend = keep(SocketMesh.open(MeshOptions.of("friend"), new Inbox()));
        Peer peer = friend.peer("host", endpoint);
        peer.send(ByteBuffer.wrap(Wire.ascii("hello")));

        Patience.until("it is heard", () -> heardFrom("friend").contains("hello"));
        assertThat(log.count("others came"))
                .as("some had to go, and it is said")
                .isBetween(1, 100);
        log.expect(log.count("others came"), "others came");
    }
}
