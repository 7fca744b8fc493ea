package dev.mosaic.operator.autoscale;

import java.time.Duration;

/**
 * How far a group may be scaled.
 *
 * @param warm how many are kept beyond those that are used, and beyond {@code min}
 * @param priority the higher grows first
 * @param idle how long a replica has nothing to do before it goes
 * @param provision how long a new one may take before another group is tried
 */
public record Bounds(int min, int max, int warm, int priority, Duration idle, Duration provision) {}
