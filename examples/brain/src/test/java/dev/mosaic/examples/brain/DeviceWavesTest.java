package dev.mosaic.examples.brain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Waves on an OpenCL device are those of the processor. */
class DeviceWavesTest {
    private static final int SOURCE = 1;

    private final Experiment experiment = Disc.experiment(Disc.map(60));
    private final float[] speeds = Disc.map(20).speeds();
    private final Traces measured = new Measurement(experiment).of(SOURCE);
    private final Waves java = waves(Backend.JAVA);
    private final Waves device = waves(Backend.OPENCL);

    private Waves waves(Backend backend) {
        OpenClDriver.assumed();
        Waves waves = backend.waves(experiment.survey(), experiment.grid());
        waves.medium(speeds);
        return waves;
    }

    @Test
    void shouldHearWhatLoopsOfJavaHear() {
        Traces expected = java.traces(SOURCE);
        Traces heard = device.traces(SOURCE);
        assertThat(Math.sqrt(heard.minus(expected).energy() / expected.energy()))
                .isLessThan(1e-5);
    }

    @Test
    void shouldHaveTheSameGradient() {
        Gradient expected = java.gradient(SOURCE, measured);
        Gradient gradient = device.gradient(SOURCE, measured);
        assertThat(gradient.loss()).isCloseTo(expected.loss(), within(1e-5 * expected.loss()));
        assertThat(distance(gradient, expected)).isLessThan(1e-4);
    }

    @Test
    @DisplayName("Taylor test: what the gradient leaves over falls with the square of the step")
    void shouldLeaveARemainderOfSecondOrder() {
        Gradient here = device.gradient(SOURCE, measured);
        float[] direction = here.slope().clone();
        double largest = 0;
        for (float each : direction) {
            largest = Math.max(largest, Math.abs(each));
        }
        for (int i = 0; i < direction.length; i++) {
            direction[i] /= (float) largest;
        }
        double slope = Vectors.dot(here.slope(), direction);
        double[] remainders = new double[3];
        for (int i = 0; i < 3; i++) {
            double length = 16 / StrictMath.pow(2, i);
            float[] moved = speeds.clone();
            for (int k = 0; k < moved.length; k++) {
                moved[k] += (float) (length * direction[k]);
            }
            device.medium(moved);
            remainders[i] = Math.abs(device.gradient(SOURCE, measured).loss() - here.loss() - length * slope);
        }
        for (int i = 1; i < 3; i++) {
            assertThat(StrictMath.log(remainders[i - 1] / remainders[i]) / StrictMath.log(2))
                    .isCloseTo(2, within(0.2));
        }
    }

    @Test
    void shouldHaveTheSameBitsAgainAndWhereTheHistoryIsDivided() {
        Gradient first = device.gradient(SOURCE, measured);
        Gradient again = device.gradient(SOURCE, measured);
        assertThat(again.loss()).isEqualTo(first.loss());
        assertThat(again.slope()).isEqualTo(first.slope());
        for (long bytes : new long[] {1, 1 << 20}) {
            Waves divided = new DeviceWaves(experiment.survey(), experiment.grid(), OpenCl.ofThisWorker(), bytes);
            divided.medium(speeds);
            Gradient parts = divided.gradient(SOURCE, measured);
            assertThat(parts.loss()).isEqualTo(first.loss());
            assertThat(parts.slope()).isEqualTo(first.slope());
        }
    }

    /** Relative, by Euclidean norms. */
    private static double distance(Gradient one, Gradient other) {
        float[] difference = Vectors.difference(one.slope(), other.slope());
        return Math.sqrt(Vectors.dot(difference, difference) / Vectors.dot(other.slope(), other.slope()));
    }
}
