package dev.mosaic.examples.brain;

import java.util.List;

/**
 * What is measured, and how it is inverted.
 *
 * @param elements on the ring, all of which hear
 * @param sources how many of them send
 * @param noise standard deviation of the noise, as a part of the root mean square of a source's traces
 * @param bands in their order
 */
public record Settings(int elements, int sources, double noise, List<Band> bands) {
    /** The demo: about 95 s of processor time. */
    public static Settings full() {
        List<Band> bands =
                List.of(new Band(80e3, 2.5e-3f, 6), new Band(130e3, 1.75e-3f, 6), new Band(200e3, 1.25e-3f, 7));
        return new Settings(120, 24, 0.02, bands);
    }

    /** The test: about 10 s of processor time. */
    public static Settings small() {
        return new Settings(64, 8, 0.02, List.of(new Band(60e3, 3.5e-3f, 4), new Band(100e3, 2.5e-3f, 5)));
    }

    /** A band's experiment on a slice. */
    public Experiment experiment(Band band, SpeedMap truth) {
        Survey survey = new Survey(Ring.within(truth), elements, sources, band.frequency());
        return new Experiment(truth, survey, Grid.of(truth.resampled(band.step()), survey.duration()), noise);
    }
}
