package dev.mosaic.mesh.socket;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** When a sender writes itself and when it leaves that to the driver, with time as an argument. */
class BurstTest {
    private final Burst burst = new Burst();

    @Test
    void shouldLetTheFirstMessageBeWrittenAtOnce() {
        assertThat(burst.goesOn(5, 0)).isFalse();
    }

    @Test
    void shouldSeeABurstWhenTheNextFollowsUnansweredWithin20Microseconds() {
        burst.goesOn(0, 0);
        assertThat(burst.goesOn(19_999, 0)).isTrue();
        assertThat(burst.goesOn(30_000, 0)).isTrue();
    }

    @Test
    void shouldSeeAConversationWhenAnAnswerCameBetween() {
        burst.goesOn(0, 0);
        assertThat(burst.goesOn(5_000, 4_000)).isFalse();
        assertThat(burst.goesOn(9_000, 8_000)).isFalse();
    }

    @Test
    void shouldSeeNoBurstAfterAPause() {
        burst.goesOn(0, 0);
        assertThat(burst.goesOn(20_000, 0)).isFalse();
    }
}
