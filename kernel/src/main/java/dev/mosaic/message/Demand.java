package dev.mosaic.message;

/**
 * Work that finds no place now.
 *
 * @param needs what each of it needs
 * @param count how many there are
 * @param waitingNanos for how long the first of them has waited
 * @param reason why, in words
 */
public record Demand(Resources needs, int count, long waitingNanos, String reason) {}
