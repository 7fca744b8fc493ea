package dev.mosaic.mesh.socket;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.mesh.Timing;
import dev.mosaic.mesh.socket.Pulse.Verdict;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Signs of life and what follows, with time as an argument. Handshake 50 ms, heartbeat 10 ms, silence 40 ms. */
class PulseTest {
    private static final long START = 7;
    private final Pulse pulse = new Pulse(
            Timing.DEFAULT
                    .withHandshake(Duration.ofMillis(50))
                    .withHeartbeat(Duration.ofMillis(10), Duration.ofMillis(40)),
            0,
            START);

    private static long at(long millis) {
        return START + millis * 1_000_000;
    }

    @Test
    void shouldPingOnceAHeartbeatWhileNothingIsHeard() {
        assertThat(pulse.at(at(9), false)).isEqualTo(Verdict.FINE);
        assertThat(pulse.at(at(11), false)).isEqualTo(Verdict.PING);
        assertThat(pulse.at(at(15), false)).isEqualTo(Verdict.FINE);
        assertThat(pulse.at(at(22), false)).isEqualTo(Verdict.PING);
    }

    @Test
    void shouldNotPingWhoTalks() {
        for (int i = 1; i < 20; i++) {
            pulse.heard(at(i * 9L));
            assertThat(pulse.at(at(i * 9L + 5), false)).isEqualTo(Verdict.FINE);
        }
    }

    @Test
    void shouldCallAPeerSilentAfterItsTime() {
        pulse.heard(at(5));
        assertThat(pulse.at(at(45), false)).isNotEqualTo(Verdict.SILENT);
        assertThat(pulse.at(at(46), false)).isEqualTo(Verdict.SILENT);
    }

    @Test
    void shouldBearTwiceTheSilenceOfWhoIsBehindWithReading() {
        assertThat(pulse.at(at(79), true)).isNotEqualTo(Verdict.SILENT);
        assertThat(pulse.at(at(81), true)).isEqualTo(Verdict.SILENT);
    }

    @Test
    void shouldTakeReadingForASignOfLifeAndBearWithItForAWhile() {
        pulse.drained(at(30));
        assertThat(pulse.at(at(105), false)).isNotEqualTo(Verdict.SILENT);
        assertThat(pulse.at(at(111), false)).isEqualTo(Verdict.SILENT);
    }

    @Test
    void shouldEndAHandshakeThatTakesTooLong() {
        pulse.heard(at(49));
        assertThat(pulse.lateness(at(50))).isEmpty();
        assertThat(pulse.lateness(at(51))).contains("no handshake within 50 ms");
    }

    /** Who dialled is told soon that nobody answers; who is dialled can wait. */
    @Test
    void shouldEndAHandshakeThatItDialledWhereNothingComes() {
        Pulse dialled = new Pulse(
                Timing.DEFAULT.withHeartbeat(Duration.ofMillis(10), Duration.ofMillis(40)), 40_000_000, START);
        dialled.heard(at(30));
        assertThat(dialled.lateness(at(70))).isEmpty();
        assertThat(dialled.lateness(at(71))).contains("no handshake within 40 ms of the last byte");

        assertThat(pulse.lateness(at(45))).as("it was dialled").isEmpty();
    }
}
