package dev.mosaic.examples.brain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The gradient is that of the computed loss, not of an equation nearby. */
class GradientTest {
    private final Experiment experiment = Disc.experiment(Disc.map(60));
    private final Region region =
            new Region(experiment.grid(), experiment.survey().ring());
    private final Traces measured = new Measurement(experiment).of(1);
    private final SpeedMap somewhere = Disc.map(20);

    @Test
    @DisplayName("Taylor test: what the gradient leaves over falls with the square of the step")
    void shouldLeaveARemainderOfSecondOrder() {
        Gradient here = at(somewhere.speeds());
        float[] direction = direction();
        double slope = Vectors.dot(here.slope(), direction);
        double[] first = new double[4];
        double[] second = new double[4];
        for (int i = 0; i < 4; i++) {
            double length = 16 / StrictMath.pow(2, i);
            double difference = at(moved(direction, length)).loss() - here.loss();
            first[i] = Math.abs(difference);
            second[i] = Math.abs(difference - length * slope);
        }
        for (int i = 1; i < 4; i++) {
            assertThat(StrictMath.log(first[i - 1] / first[i]) / StrictMath.log(2))
                    .as("order without the gradient, step %d", i)
                    .isCloseTo(1, within(0.35));
            assertThat(StrictMath.log(second[i - 1] / second[i]) / StrictMath.log(2))
                    .as("order with the gradient, step %d", i)
                    .isCloseTo(2, within(0.15));
        }
    }

    @Test
    @DisplayName("Taylor test for single cells: central differences give the gradient's value")
    void shouldAgreeWithCentralDifferences() {
        float[] slope = at(somewhere.speeds()).slope();
        for (int cell : new int[] {33 * Disc.WIDTH + 34, 20 * Disc.WIDTH + 25, 50 * Disc.WIDTH + 40}) {
            float[] one = new float[slope.length];
            one[cell] = 1;
            double length = 20;
            double difference =
                    (at(moved(one, length)).loss() - at(moved(one, -length)).loss()) / (2 * length);
            assertThat(difference).as("cell %d", cell).isCloseTo(slope[cell], within(0.01 * largest(slope)));
        }
    }

    @Test
    @DisplayName("Dot-product test: the run back is the adjoint of the linearised run forward")
    void shouldBeTheAdjointOfTheLinearisedRun() {
        // <J d, r> by differences of two runs, <d, J* r> by one run back.
        float[] direction = direction();
        Traces residual = noise();
        Traces plus = traces(moved(direction, 1));
        Traces minus = traces(moved(direction, -1));
        double forward = Vectors.dot(Vectors.difference(plus.values(), minus.values()), residual.values()) / 2;

        // With measured = simulated - residual the gradient is J* residual.
        Traces simulated = traces(somewhere.speeds());
        Traces fake = simulated.minus(residual);
        Simulation simulation = new Simulation(experiment.survey(), experiment.grid(), somewhere.speeds());
        Gradient gradient =
                Gradient.of(simulation, somewhere.speeds(), region, new History(region, fake.samples()), 1, fake);
        assertThat(Vectors.dot(gradient.slope(), direction)).isCloseTo(forward, within(2e-3 * Math.abs(forward)));
    }

    @Test
    void shouldBeZeroOutsideTheRegion() {
        float[] slope = at(somewhere.speeds()).slope();
        Ring ring = experiment.survey().ring();
        for (int y = 0; y < Disc.HEIGHT; y++) {
            for (int x = 0; x < Disc.WIDTH; x++) {
                if (!ring.encloses(new Point((x + 0.5f) * Disc.STEP, (y + 0.5f) * Disc.STEP), 0)) {
                    assertThat(slope[y * Disc.WIDTH + x]).isZero();
                }
            }
        }
        assertThat(largest(slope)).isPositive();
    }

    private Gradient at(float[] speeds) {
        Simulation simulation = new Simulation(experiment.survey(), experiment.grid(), speeds);
        return Gradient.of(simulation, speeds, region, new History(region, measured.samples()), 1, measured);
    }

    private Traces traces(float[] speeds) {
        return new Simulation(experiment.survey(), experiment.grid(), speeds).traces(1);
    }

    private float[] moved(float[] direction, double length) {
        float[] speeds = somewhere.speeds().clone();
        Vectors.add(speeds, length, direction);
        return speeds;
    }

    /** Smooth, within the region, one at most. */
    private static float[] direction() {
        float[] direction = Disc.map(1).speeds();
        for (int i = 0; i < direction.length; i++) {
            int x = i % Disc.WIDTH;
            int y = i / Disc.WIDTH;
            boolean near = Math.hypot((x - 32) / 18.0, (y - 36) / 22.0) < 1;
            direction[i] = near ? direction[i] - SpeedMap.WATER + (float) StrictMath.sin(x * 0.4) / 4 : 0;
        }
        return direction;
    }

    private Traces noise() {
        Random random = new Random(5);
        Traces traces = Traces.silent(measured.elements(), measured.samples(), measured.timeStep());
        for (int i = 0; i < traces.values().length; i++) {
            traces.values()[i] = (float) random.nextGaussian();
        }
        return traces;
    }

    private static double largest(float[] values) {
        double largest = 0;
        for (float value : values) {
            largest = Math.max(largest, Math.abs(value));
        }
        return largest;
    }
}
