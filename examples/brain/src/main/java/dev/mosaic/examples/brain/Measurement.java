package dev.mosaic.examples.brain;

import java.util.Random;

/**
 * Stands in for the laboratory: simulates on cells of 0.7 times the side and steps of 0.35 times the time that the
 * inversion has, so that the inversion cannot profit from errors that both would share, and adds noise.
 *
 * <p><b>Threading:</b> one thread.
 */
final class Measurement {
    private static final float FINER = 0.7f;
    private static final int REFINEMENT = 2;

    private final Experiment experiment;
    private final Waves waves;

    Measurement(Experiment experiment) {
        this(experiment, Backend.JAVA);
    }

    Measurement(Experiment experiment, Backend backend) {
        this.experiment = experiment;
        SpeedMap fine = experiment.truth().resampled(experiment.grid().step() * FINER);
        // Two more samples of the inversion's, which the interpolation reads.
        double duration =
                (experiment.grid().steps() + 2) * (double) experiment.grid().timeStep();
        this.waves = backend.waves(experiment.survey(), Grid.of(fine, duration, REFINEMENT));
        waves.medium(fine.speeds());
    }

    /** What is heard of a source, at the time steps of the inversion. The noise depends on the source's number only. */
    Traces of(int source) {
        Grid grid = experiment.grid();
        Traces traces = waves.traces(source).resampled(grid.steps(), grid.timeStep());
        float[] values = traces.values();
        double deviation = experiment.noise() * StrictMath.sqrt(traces.energy() / values.length);
        Random random = new Random(source);
        for (int i = 0; i < values.length; i++) {
            values[i] += (float) (deviation * random.nextGaussian());
        }
        return traces;
    }
}
