package dev.mosaic.examples.brain;

/**
 * How far an inversion is.
 *
 * @param band counted from 0
 * @param iteration of the band; 0 before the first
 * @param loss as a part of the loss of silence
 * @param done part of the whole work that is done, by its estimated cost
 */
public record Moment(int band, int iteration, double loss, double done) {}
