package dev.mosaic.operator.autoscale;

import java.time.Duration;
import java.util.OptionalInt;

/**
 * What holds for all groups together.
 *
 * @param maxHosts of all groups
 * @param maxGpus of all hosts
 * @param maxPending replicas of a group that may be on their way
 * @param stabilization how long fewer must have been enough
 * @param maxPerMinute replicas of a group that go in a minute
 */
public record Limits(
        boolean isPaused,
        OptionalInt maxHosts,
        OptionalInt maxGpus,
        int maxPending,
        Duration stabilization,
        OptionalInt maxPerMinute) {}
