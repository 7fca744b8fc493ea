package dev.mosaic.examples.brain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class SpeedMapTest {
    @Test
    void shouldKeepASlopeWhenResampled() {
        SpeedMap map = SpeedMap.water(40, 30, 1e-3f);
        for (int i = 0; i < map.speeds().length; i++) {
            map.speeds()[i] += i % 40;
        }
        SpeedMap coarse = map.resampled(2.5e-3f);
        assertThat(coarse.width()).isEqualTo(16);
        assertThat(coarse.height()).isEqualTo(12);
        for (int x = 0; x < coarse.width(); x++) {
            float place = (x + 0.5f) * 2.5f - 0.5f;
            assertThat(coarse.speeds()[5 * 16 + x]).isCloseTo(1500 + place, within(1e-2f));
        }
    }

    @Test
    void shouldBeTheSameWhereTheStepIsTheSame() {
        SpeedMap map = Disc.map(50);
        assertThat(map.resampled(Disc.STEP)).isSameAs(map);
    }

    @Test
    void shouldRefuseTheWrongNumberOfSpeeds() {
        assertThatThrownBy(() -> new SpeedMap(3, 3, 1e-3f, new float[8]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("8 speeds for 3 x 3 cells");
    }
}
