package dev.mosaic.examples.brain;

import org.jspecify.annotations.Nullable;

/** Waves by loops that the JIT makes vector instructions of, in the calling thread. */
final class JavaWaves implements Waves {
    private final Survey survey;
    private final Grid grid;
    private final Region region;
    private final History history;
    private float[] speeds = {};
    private @Nullable Simulation simulation;

    JavaWaves(Survey survey, Grid grid) {
        this.survey = survey;
        this.grid = grid;
        this.region = new Region(grid, survey.ring());
        this.history = new History(region, grid.steps());
    }

    @Override
    public void medium(float[] given) {
        speeds = given;
        simulation = new Simulation(survey, grid, given);
    }

    @Override
    public Traces traces(int source) {
        return known().traces(source);
    }

    @Override
    public Gradient gradient(int source, Traces measured) {
        return Gradient.of(known(), speeds, region, history, source, measured);
    }

    private Simulation known() {
        Simulation known = simulation;
        if (known == null) {
            throw new IllegalStateException("no medium was given");
        }
        return known;
    }
}
