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
    private final Backend backend;
    private @Nullable Measurement measurement;
    private @Nullable Waves waves;
    private float[] simulated = {};

    public Shot(Experiment experiment, Backend backend) {
        this.experiment = experiment;
        this.backend = backend;
    }

    /** What the elements hear of a source. */
    public Traces measure(int source) {
        Measurement known = measurement;
        if (known == null) {
            known = new Measurement(experiment, backend);
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
        return wavesIn(speeds).gradient(source, measured);
    }

    private Waves wavesIn(float[] speeds) {
        Waves known = waves;
        if (known == null) {
            known = backend.waves(experiment.survey(), experiment.grid());
            waves = known;
        }
        if (!Arrays.equals(speeds, simulated)) {
            known.medium(speeds);
            simulated = speeds;
        }
        return known;
    }
}
