package dev.mosaic.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Whether reconciling works at all. */
class PulseTest {
    private Instant now = Given.NOW;
    private final Pulse pulse = new Pulse(() -> now);

    @Test
    void shouldBeGoodWhereThereIsNothingToDo() {
        now = now.plus(Duration.ofDays(1));
        assertThat(pulse.isGood()).isTrue();
    }

    @Test
    void shouldNotBeGoodWhereNothingSucceedsForLong() {
        now = now.plus(Duration.ofDays(1));
        fail();
        fail();
        assertThat(pulse.isGood()).isTrue();
        now = now.plus(Duration.ofMinutes(5));
        assertThat(pulse.isGood()).isFalse();
        assertThat(pulse.failuresSince()).isEqualTo(2);
        assertThat(pulse.<Integer, RuntimeException>beat(() -> 1)).isEqualTo(1);
        assertThat(pulse.isGood()).isTrue();
    }

    private void fail() {
        assertThatThrownBy(() -> pulse.beat(() -> {
                    throw new IllegalStateException("refused");
                }))
                .isInstanceOf(IllegalStateException.class);
    }
}
