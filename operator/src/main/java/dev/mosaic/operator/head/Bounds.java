package dev.mosaic.operator.head;

import java.time.Duration;

/**
 * How much of a head is read, and how long. Heads are those of tenants: one that never ends must not hold up the others.
 *
 * @param mostBytes of an answer, and of each line of a stream
 * @param patience for a whole answer, and for the beginning of a stream
 * @param silence the longest time between two lines; a head says one each 5 s
 */
record Bounds(int mostBytes, Duration patience, Duration silence) {
    static final Bounds USUAL = new Bounds(8 << 20, Duration.ofSeconds(10), Duration.ofSeconds(15));
}
