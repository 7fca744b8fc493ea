package dev.mosaic.unit.links;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;

/** Units that others hear and this one does not reach. */
class UnreachedTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long UNIT = 7;

    private final Unreached unreached = new Unreached(30 * SECOND);
    private long now = 100 * SECOND;

    private void pass(int seconds, boolean isHeard) {
        for (int i = 0; i < seconds; i++) {
            now += SECOND;
            unreached.waitFor(now, Set.of(UNIT));
            if (isHeard && unreached.toLook(now).contains(UNIT)) {
                unreached.looked(now, UNIT, SECOND);
            }
        }
    }

    @Test
    void shouldAskForAUnitThatIsNotReachedForAWhile() {
        unreached.waitFor(now, Set.of(UNIT));
        pass(4, true);
        assertThat(unreached.toLook(now)).isEmpty();
        pass(1, true);
        assertThat(unreached.toLook(now)).containsExactly(UNIT);
    }

    @Test
    void shouldGiveUpAfterTheLimitWhatTheMonitorHears() {
        unreached.waitFor(now, Set.of(UNIT));
        pass(29, true);
        assertThat(unreached.over(now)).isEmpty();
        pass(1, true);
        assertThat(unreached.over(now)).containsExactly(UNIT);
        assertThat(unreached.nanos(now, UNIT)).isEqualTo(30 * SECOND);
        pass(29, true);
        assertThat(unreached.over(now)).as("what waits since then").isEmpty();
        pass(1, true);
        assertThat(unreached.over(now)).containsExactly(UNIT);
    }

    @Test
    void shouldWaitOnWhereTheMonitorIsNotReachedEither() {
        unreached.waitFor(now, Set.of(UNIT));
        pass(300, false);
        assertThat(unreached.over(now)).isEmpty();
    }

    @Test
    void shouldWaitOnWhereTheMonitorDoesNotHearItEither() {
        unreached.waitFor(now, Set.of(UNIT));
        pass(60, false);
        unreached.looked(now, UNIT, 20 * SECOND);
        assertThat(unreached.over(now))
                .as("it is stopped, or slow, or there will be a verdict")
                .isEmpty();
        unreached.looked(now, UNIT, SECOND);
        assertThat(unreached.over(now))
                .as("it is heard again, and links are not made yet")
                .isEmpty();
        pass(5, true);
        assertThat(unreached.over(now)).containsExactly(UNIT);
    }

    /** A program outside whose way into Kubernetes was cut: all its links are made anew, one after the other. */
    @Test
    void shouldLeaveLinksTheirTimeOnceTheMonitorIsReachedAgain() {
        unreached.waitFor(now, Set.of(UNIT));
        pass(40, false);
        pass(1, true);
        assertThat(unreached.over(now)).as("the first answer").isEmpty();
        pass(4, true);
        assertThat(unreached.over(now)).isEmpty();
        pass(1, true);
        assertThat(unreached.over(now)).containsExactly(UNIT);
    }

    @Test
    void shouldLeaveLinksTheirTimeAfterEachGap() {
        unreached.waitFor(now, Set.of(UNIT));
        pass(10, true);
        pass(25, false);
        pass(1, true);
        assertThat(unreached.over(now)).as("the first answer after the gap").isEmpty();
        pass(4, true);
        assertThat(unreached.over(now)).isEmpty();
        pass(1, true);
        assertThat(unreached.over(now)).containsExactly(UNIT);
    }

    /** Else a monitor that is hard to reach would have it wait for ever. */
    @Test
    void shouldNotWaitLongerForAGapThatIsShort() {
        unreached.waitFor(now, Set.of(UNIT));
        pass(20, true);
        pass(9, false);
        pass(1, true);
        assertThat(unreached.over(now)).containsExactly(UNIT);
    }

    @Test
    void shouldLeaveHalfOfAShortLimit() {
        Unreached brief = new Unreached(2 * SECOND);
        brief.waitFor(now, Set.of(UNIT));
        now += 40 * SECOND;
        brief.looked(now, UNIT, 0);
        assertThat(brief.over(now)).isEmpty();
        now += SECOND;
        assertThat(brief.over(now)).containsExactly(UNIT);
    }

    @Test
    void shouldForgetAUnitThatIsReachedAgain() {
        unreached.waitFor(now, Set.of(UNIT));
        pass(29, true);
        unreached.waitFor(now, Set.of());
        pass(29, true);
        assertThat(unreached.over(now)).isEmpty();
    }
}
