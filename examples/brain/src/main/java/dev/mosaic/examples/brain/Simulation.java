package dev.mosaic.examples.brain;

import java.util.List;

/**
 * What the elements hear of a source, and the same backwards.
 *
 * <p><b>Threading:</b> one thread.
 */
final class Simulation {
    private final Survey survey;
    private final Grid grid;
    private final Medium medium;
    private final List<Transducer> elements;

    Simulation(Survey survey, Grid grid, float[] speeds) {
        this.survey = survey;
        this.grid = grid;
        this.medium = new Medium(grid, speeds);
        this.elements = survey.places().stream()
                .map(place -> new Transducer(grid, place))
                .toList();
    }

    /** The traces of a source. */
    Traces traces(int source) {
        return traces(source, (step, row, laplacian) -> {});
    }

    /** Reads a laplacian of the wave that the forward run has at a time step. */
    interface StepReader {
        void read(int step, int row, float[] laplacian);
    }

    /** {@link #traces(int)}, while the reader sees each row's laplacian at each step. */
    Traces traces(int source, StepReader reader) {
        Propagator propagator = new Propagator(medium);
        float[] burst = Wavelet.toneBurst(survey.frequency(), grid.timeStep(), grid.steps());
        Transducer sender = elements.get(survey.element(source));
        float strength = medium.sourceStrength();
        int[] hearing = survey.hearing(source);
        Traces traces = Traces.silent(hearing.length, grid.steps(), grid.timeStep());
        for (int n = 0; n < grid.steps(); n++) {
            for (int i = 0; i < hearing.length; i++) {
                traces.set(i, n, elements.get(hearing[i]).hear(propagator.wave()));
            }
            int step = n;
            propagator.step((row, laplacian) -> reader.read(step, row, laplacian));
            sender.send(propagator.wave(), strength * burst[n]);
        }
        return traces;
    }

    /**
     * Sends traces back into the medium, backwards in time: the exact adjoint of {@link #traces(int, StepReader)}.
     *
     * <p>The field that is stepped is the adjoint wave times {@link Medium#bend}, which makes its step the same as the forward
     * one. The reader sees it, for each step of the forward run, last first.
     */
    void back(int source, Traces residual, FieldReader reader) {
        int[] hearing = survey.hearing(source);
        Propagator propagator = new Propagator(medium);
        for (int n = grid.steps() - 1; n > 0; n--) {
            propagator.step((row, laplacian) -> {});
            for (int i = 0; i < hearing.length; i++) {
                elements.get(hearing[i]).send(propagator.wave(), residual.at(i, n), medium.bend);
            }
            reader.read(n - 1, propagator.wave());
        }
    }

    /** Reads the adjoint wave that belongs to a forward step. */
    interface FieldReader {
        void read(int step, float[][] wave);
    }
}
