package dev.mosaic.examples.brain;

import dev.mosaic.Tessera;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What a worker does in one band: it measures for one source, or computes one source's gradient.
 *
 * <p><b>Threading:</b> one call at a time. <b>Failure:</b> keeps nothing that cannot be made again.
 */
@Tessera
public class Shot {
    private final Experiment experiment;
    private final Region region;
    private final History history;
    private @Nullable Measurement measurement;
    private @Nullable Simulation simulation;
    private float[] simulated = {};

    public Shot(Experiment experiment) {
        this.experiment = experiment;
        this.region = new Region(experiment.grid(), experiment.survey().ring());
        this.history = new History(region, experiment.grid().steps());
    }

    /** What the elements hear of a source. */
    public Traces measure(int source) {
        Measurement known = measurement;
        if (known == null) {
            known = new Measurement(experiment);
            measurement = known;
        }
        return known.of(source);
    }

    /**
     * How well speeds explain what was measured of a source.
     *
     * @param speeds in m/s, one for each cell of the experiment's grid
     */
    public Gradient gradient(int source, float[] speeds, Traces measured) {
        return Gradient.of(simulationOf(speeds), speeds, region, history, source, measured);
    }

    private Simulation simulationOf(float[] speeds) {
        Simulation known = simulation;
        if (known == null || !Arrays.equals(speeds, simulated)) {
            known = new Simulation(experiment.survey(), experiment.grid(), speeds);
            simulation = known;
            simulated = speeds;
        }
        return known;
    }
}
