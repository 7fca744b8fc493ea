package dev.mosaic.examples.brain;

import dev.mosaic.Reduction;

/**
 * How much a map's traces differ from measured ones, and how that changes with the speeds.
 *
 * @param loss half the sum of the squares of all differences
 * @param slope derivative of the loss for each cell of the map, per m/s; zero outside the region that is inverted
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Gradient(double loss, float[] slope) {
    /**
     * Of one source, by the adjoint method: one run forward, one back.
     *
     * <p><b>Cost:</b> two to three runs.
     *
     * @param history is written: one float for each cell of the region and step
     */
    static Gradient of(
            Simulation simulation, float[] speeds, Region region, History history, int source, Traces measured) {
        Traces residual = simulation.traces(source, history::keep).minus(measured);
        float[] sum = new float[region.size()];
        simulation.back(source, residual, (step, wave) -> history.correlate(step, wave, sum));
        return of(residual, region.map(sum), speeds);
    }

    /**
     * By what a run back has come to.
     *
     * @param sums of the products of laplacian and adjoint wave, for each cell of the map; they become the slope
     */
    static Gradient of(Traces residual, float[] sums, float[] speeds) {
        for (int i = 0; i < sums.length; i++) {
            sums[i] *= 2 / speeds[i];
        }
        return new Gradient(residual.energy() / 2, sums);
    }

    /** In an order that depends on their number only, so the bits do too. */
    static final Reduction<Gradient> SUM = Reduction.pairwise(Gradient::sum);

    /** The sum of two. */
    public static Gradient sum(Gradient a, Gradient b) {
        float[] slope = a.slope.clone();
        for (int i = 0; i < slope.length; i++) {
            slope[i] += b.slope[i];
        }
        return new Gradient(a.loss + b.loss, slope);
    }
}
