package dev.mosaic.examples.brain;

import dev.mosaic.Reduction;
import dev.mosaic.Sums;
import java.util.List;

/** Who computes: this thread, or the workers of a Mosaic. The values do not depend on who does. */
public interface Crew {
    /**
     * Measures for each source, and remembers it for the gradients that follow.
     *
     * @return the loss of silence: half the sum of the squares of all that was measured
     */
    double begin(Experiment experiment);

    /**
     * The sum over all sources, for speeds on the grid of the experiment.
     *
     * @param speeds in m/s, row by row
     */
    Gradient gradient(float[] speeds);

    /** The loss of silence, summed in the order of gradients. */
    static double silence(List<Traces> measured) {
        return Reduction.pairwise(Sums::ofDouble)
                .here(measured.stream().map(traces -> traces.energy() / 2).toList());
    }
}
