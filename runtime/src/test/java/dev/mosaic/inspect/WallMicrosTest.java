package dev.mosaic.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.Test;

/** Times of calls. S8.1. */
class WallMicrosTest {
    @Test
    void shouldBeTheSameEachTimeAndThatOfTheClock_S8_1() {
        long reading = System.nanoTime();
        long now = ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
        long first = WallMicros.offset();
        for (int i = 0; i < 10_000; i++) {
            assertThat(WallMicros.offset()).isEqualTo(first);
        }
        assertThat(WallMicros.of(first, reading)).isBetween(now - 1_000_000, now + 20_000);
    }

    @Test
    void shouldFollowAClockThatIsSet_S8_1() {
        assertThat(WallMicros.kept(5, 5 + WallMicros.MOST_DRIFT_MICROS)).isEqualTo(5);
        assertThat(WallMicros.kept(5, 6 + WallMicros.MOST_DRIFT_MICROS)).isEqualTo(6 + WallMicros.MOST_DRIFT_MICROS);
        assertThat(WallMicros.kept(5, 4 - WallMicros.MOST_DRIFT_MICROS)).isEqualTo(4 - WallMicros.MOST_DRIFT_MICROS);
    }
}
