package dev.mosaic.parallel;

import java.io.Serializable;

/**
 * The time that a node of a graph took, and the worker in which it ran.
 *
 * @param name the name of the node, by default that of its function
 * @param worker the uid of the worker in which it ran
 * @param seconds the time that its code took; if several nodes ran as one task, the time of all of them
 */
public record NodeTime(String name, String worker, double seconds) implements Serializable {}
