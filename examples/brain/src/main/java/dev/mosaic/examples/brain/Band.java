package dev.mosaic.examples.brain;

/**
 * One stage of the inversion.
 *
 * @param frequency of the tone bursts, in Hz
 * @param step side of a cell, in m; a quarter of the shortest wave or less
 * @param iterations of descent
 */
public record Band(double frequency, float step, int iterations) {}
