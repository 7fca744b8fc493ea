package dev.mosaic.unit;

import java.time.Duration;
import java.util.Optional;

/**
 * How a tessera with several lives is, as its home knows.
 *
 * @param incarnation its lives so far, and those of them that were nowhere
 * @param number of the last state of that life: another one, another state
 * @param keptAgo how long ago its last state was kept; empty where that is not known
 */
public record Standing(long incarnation, long number, Optional<Duration> keptAgo) {}
