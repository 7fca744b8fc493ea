package dev.mosaic.mesh.socket;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.mesh.MeshOptions;
import dev.mosaic.mesh.Outcome;
import dev.mosaic.mesh.Timing;
import dev.mosaic.mesh.socket.ForeignZmq.Setup;
import dev.mosaic.mesh.socket.ForeignZmq.SocketKind;
import dev.mosaic.testing.Eventually;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What libzmq may expect, which speaks ZMTP 3.1: heartbeats from our side too. */
abstract class LibzmqInteropSuite extends InteropSuite {
    private static LibzmqProcess libzmq;

    @BeforeAll
    static void startLibzmq() {
        libzmq = LibzmqProcess.start();
    }

    @AfterAll
    static void stopLibzmq() {
        if (libzmq != null) {
            libzmq.close();
            libzmq = null;
        }
    }

    @Override
    ForeignZmq foreign() {
        return libzmq;
    }

    /** More than 2^30, so that it takes more than one view of its memory to read and to write it. */
    @Override
    long largeBytes() {
        return 1_100 * Sequence.LARGE_BLOCK_BYTES;
    }

    @Test
    void shouldLiveOnTheirAnswersToItsHeartbeats() throws Exception {
        Timing beating = Timing.DEFAULT.withHeartbeat(Duration.ofMillis(50), Duration.ofMillis(2_000));
        Host host = host(MeshOptions.of("host").withTiming(beating), inbox);
        ForeignSocket dealer = open(Setup.bound(SocketKind.DEALER, fresh()));
        Tap tap = keep(Tap.between(fresh(), dealer.endpoint()));

        assertThat(host.mesh().peer(THEM, tap.endpoint()).send(text("hello"))).isEqualTo(Outcome.SENT);
        Eventually.holds("ten heartbeats are answered", () -> tap.dialler.pings() >= 10 && tap.listening.pongs() >= 10);

        assertThat(inbox.losses()).isEmpty();
        assertThat(inbox.links()).isEqualTo(1);
    }

    /** libzmq counts the time to live of a PING until it hears something else; so a PING must not name one. */
    @Test
    void shouldNotBeTakenForDeadWhereOnlyTheyTalkAfterAHeartbeat() throws Exception {
        // A second, so that a pause of this machine is not taken for their silence.
        Timing beating = Timing.DEFAULT.withHeartbeat(Duration.ofMillis(100), Duration.ofSeconds(1));
        Host host = host(MeshOptions.of("host").withTiming(beating), inbox);
        Tap tap = keep(Tap.between(fresh(), host.endpoint()));
        ForeignSocket dealer = open(Setup.dialling(SocketKind.DEALER, tap.endpoint()));
        Eventually.holds("a heartbeat is answered", () -> tap.dialler.pongs() > 0);

        Eventually.get(dealer.drip(60, 30), "they talk for longer than the silence that we bear");

        Eventually.holds("all messages arrived", () -> inbox.count() == 60);
        assertThat(inbox.losses()).isEmpty();
    }
}
