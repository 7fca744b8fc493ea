package dev.mosaic.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Time in which a process was stopped is nobody's silence (S7.1). */
class PatientClockTest {
    private static final long SECOND = 1_000_000_000L;

    private final PatientClock clock = new PatientClock(100 * SECOND, 2 * SECOND);

    @Test
    void shouldFollowTimeThatIsTickedThrough() {
        assertThat(clock.now(101 * SECOND)).isEqualTo(101 * SECOND);
        assertThat(clock.now(102 * SECOND)).isEqualTo(102 * SECOND);
    }

    @Test
    void shouldLeaveOutTimeThatWasNotTicked() {
        var _ = clock.now(101 * SECOND);
        assertThat(clock.now(161 * SECOND)).isEqualTo(101 * SECOND);
        assertThat(clock.now(162 * SECOND)).isEqualTo(102 * SECOND);
        assertThat(clock.now(162 * SECOND)).isEqualTo(102 * SECOND);
    }

    @Test
    void shouldNotGoBackWhenAnEventComesBeforeTheTickAfterAStop() {
        assertThat(clock.now(101 * SECOND)).isEqualTo(101 * SECOND);
        assertThat(clock.now(161 * SECOND)).as("an event, first after the stop").isEqualTo(101 * SECOND);
        assertThat(clock.now(161 * SECOND)).as("the tick").isEqualTo(101 * SECOND);
        assertThat(clock.now(162 * SECOND)).isEqualTo(102 * SECOND);
    }

    @Test
    void shouldNotGoBackForAReadingThatWasOvertaken() {
        assertThat(clock.now(102 * SECOND)).isEqualTo(102 * SECOND);
        assertThat(clock.now(101 * SECOND)).isEqualTo(102 * SECOND);
    }
}
