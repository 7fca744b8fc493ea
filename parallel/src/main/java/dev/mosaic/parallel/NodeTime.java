package dev.mosaic.parallel;

import java.io.Serializable;

/**
 * How long a node of a graph took.
 *
 * @param name of its function, or its own
 * @param worker uid of where it ran
 * @param seconds how long its code took; of nodes that ran as one, of all of them
 */
public record NodeTime(String name, String worker, double seconds) implements Serializable {}
