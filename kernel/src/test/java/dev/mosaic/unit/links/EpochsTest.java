package dev.mosaic.unit.links;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Which monitor a unit heeds. */
class EpochsTest {
    private static final long FIRST = 1;
    private static final long SECOND = 2;
    private static final long THIRD = 3;

    private final Epochs epochs = new Epochs();

    @Test
    void shouldTellAMonitorThatIsNewWhatItHasToBeAbove() {
        assertThat(epochs.toTell(FIRST)).isZero();
        assertThat(epochs.heeds(FIRST, 86_400_000)).isTrue();
        assertThat(epochs.toTell(FIRST)).as("its own").isZero();
        assertThat(epochs.isKnownTo(FIRST)).isTrue();

        assertThat(epochs.heeds(SECOND, 5)).as("the clock went back").isFalse();
        assertThat(epochs.toTell(SECOND)).isEqualTo(86_400_000);
        assertThat(epochs.isKnownTo(SECOND)).isFalse();
        assertThat(epochs.heeds(SECOND, 86_400_001)).isTrue();
    }

    @Test
    void shouldHeedTheLastOfTwoRestarts() {
        assertThat(epochs.heeds(FIRST, 10)).isTrue();
        assertThat(epochs.heeds(SECOND, 11)).isTrue();
        assertThat(epochs.heeds(THIRD, 12)).isTrue();
        assertThat(epochs.heeds(THIRD, 12)).isTrue();
    }

    @Test
    void shouldNotHeedOneThatAnotherHasReplacedWhateverItsEpochIs() {
        assertThat(epochs.heeds(FIRST, 10)).isTrue();
        assertThat(epochs.heeds(SECOND, 11)).isTrue();
        assertThat(epochs.heeds(FIRST, 12))
                .as("it is not over, and others told it of the second")
                .isFalse();
        assertThat(epochs.toTell(FIRST)).as("it is not to go above").isZero();
        assertThat(epochs.isReplaced(FIRST)).isTrue();
        assertThat(epochs.heeds(SECOND, 11)).isTrue();
    }

    /** Found by the simulation: the list of all units is long, and comes after what was said later. */
    @Test
    void shouldHeedWhatItsMonitorSaidBeforeItWentAboveAnother() {
        assertThat(epochs.heeds(FIRST, 20)).isTrue();
        assertThat(epochs.heeds(FIRST, 18)).isTrue();
        assertThat(epochs.heeds(SECOND, 19)).isFalse();
        assertThat(epochs.toTell(SECOND)).isEqualTo(20);
    }
}
