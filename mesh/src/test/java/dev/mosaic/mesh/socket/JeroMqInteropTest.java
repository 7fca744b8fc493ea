package dev.mosaic.mesh.socket;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.mesh.Endpoint;
import dev.mosaic.mesh.MeshOptions;
import dev.mosaic.mesh.Timing;
import dev.mosaic.mesh.socket.ForeignZmq.Setup;
import dev.mosaic.mesh.socket.ForeignZmq.SocketKind;
import dev.mosaic.testing.Eventually;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** With JeroMQ over TCP, which is all it has. It announces ZMTP 3.0, in which a peer need not know PING. */
class JeroMqInteropTest extends InteropSuite {
    private static JeroMqContext jeroMq;

    @BeforeAll
    static void startJeroMq() {
        jeroMq = new JeroMqContext();
    }

    @AfterAll
    static void stopJeroMq() {
        jeroMq.close();
    }

    @Override
    ForeignZmq foreign() {
        return jeroMq;
    }

    @Override
    Endpoint fresh() {
        return FreeEndpoint.next();
    }

    /** It sends and receives heap arrays in this JVM; the limit is the heap, not the protocol. */
    @Override
    long largeBytes() {
        return 100 * Sequence.LARGE_BLOCK_BYTES;
    }

    @Test
    void shouldNeitherPingNorDropAQuietPeerOfZmtp30() throws Exception {
        Timing beating = Timing.DEFAULT.withHeartbeat(Duration.ofMillis(50), Duration.ofMillis(150));
        Host host = host(MeshOptions.of("host").withTiming(beating), inbox);
        Tap tap = keep(Tap.between(fresh(), host.endpoint()));
        open(Setup.dialling(SocketKind.DEALER, tap.endpoint()).named(THEM));
        Eventually.holds("they are linked", () -> inbox.links() == 1);

        assertThat(Eventually.isSoWithin(
                        Duration.ofSeconds(1), () -> !inbox.losses().isEmpty()))
                .as("the link was lost")
                .isFalse();
        assertThat(tap.listening.pings()).isZero();
    }
}
