package dev.mosaic.unit.links;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Whom the monitor is asked for. */
class StrangersTest {
    private static final long PATIENCE = 30;

    private final Strangers strangers = new Strangers(PATIENCE);

    @Test
    void shouldBeAskedForOnceTheyHaveBeenAwayForLong() {
        strangers.left(100, 7);
        strangers.left(110, 7); // a second link of it
        assertThat(strangers.due(100 + PATIENCE - 1)).isEmpty();
        assertThat(strangers.due(100 + PATIENCE)).containsExactly(7L);
        assertThat(strangers.due(1_000)).as("until there is a verdict").containsExactly(7L);
        strangers.forget(7);
        assertThat(strangers.due(1_000)).isEmpty();
    }

    @Test
    void shouldBeForgottenWhenTheyComeBack() {
        strangers.left(100, 7);
        strangers.forget(7);
        strangers.left(120, 7);
        assertThat(strangers.due(100 + PATIENCE)).isEmpty();
        assertThat(strangers.due(120 + PATIENCE)).containsExactly(7L);
    }

    @Test
    void shouldBeTenThousandAtMost() {
        for (long instance = 0; instance < 10_001; instance++) {
            strangers.left(0, instance);
        }
        assertThat(strangers.due(PATIENCE)).hasSize(10_000).doesNotContain(0L);
    }
}
