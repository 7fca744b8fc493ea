package dev.mosaic.examples.brain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class WaveletTest {
    private static final double FREQUENCY = 200e3;
    private static final double STEP = 0.1e-6;

    private final float[] burst = Wavelet.toneBurst(FREQUENCY, STEP, 400);

    @Test
    void shouldBeginAndEndInSilence() {
        assertThat(burst[0]).isZero();
        int end = (int) Math.ceil(Wavelet.CYCLES / FREQUENCY / STEP);
        for (int n = end; n < burst.length; n++) {
            assertThat(burst[n]).isZero();
        }
        assertThat(Math.abs(burst[end - 1])).isLessThan(0.01f);
    }

    @Test
    void shouldHaveItsStrongestToneAtTheFrequency() {
        double tone = strength(FREQUENCY);
        assertThat(strength(0)).isLessThan(0.01 * tone);
        assertThat(strength(FREQUENCY / 2)).isLessThan(0.3 * tone);
        assertThat(strength(FREQUENCY * 2)).isLessThan(0.1 * tone);
    }

    @Test
    void shouldReachAboutOne() {
        float largest = 0;
        for (float value : burst) {
            largest = Math.max(largest, Math.abs(value));
        }
        assertThat(largest).isCloseTo(1, within(0.1f));
    }

    private double strength(double frequency) {
        double real = 0;
        double imaginary = 0;
        for (int n = 0; n < burst.length; n++) {
            double angle = 2 * Math.PI * frequency * n * STEP;
            real += burst[n] * Math.cos(angle);
            imaginary += burst[n] * Math.sin(angle);
        }
        return Math.hypot(real, imaginary);
    }
}
