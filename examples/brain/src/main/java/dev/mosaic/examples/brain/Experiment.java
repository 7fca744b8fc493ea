package dev.mosaic.examples.brain;

/**
 * One band's measurement, and the grid that it is inverted on.
 *
 * @param truth what is measured; the inversion itself does not look at it
 * @param survey who sends and who hears
 * @param grid of the inversion
 * @param noise standard deviation of the noise, as a part of the root mean square of a source's traces
 */
public record Experiment(SpeedMap truth, Survey survey, Grid grid, double noise) {}
