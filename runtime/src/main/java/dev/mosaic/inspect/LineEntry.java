package dev.mosaic.inspect;

/**
 * A line that a call printed, in JSON with the names of the head's page.
 *
 * @param number of the line in its unit, from 1
 * @param at by the clock of the unit
 * @param tessera empty of a stateless task
 * @param error true where it went to standard error
 */
public record LineEntry(long number, String at, String task, String tessera, boolean error, String text) {}
