/**
 * Full-waveform inversion of a brain: the numerics in plain Java, and how they are spread over workers.
 *
 * <p>Units are SI throughout: metres, seconds, hertz, metres per second. Maps are stored row by row, top row first.
 */
@NullMarked
package dev.mosaic.examples.brain;

import org.jspecify.annotations.NullMarked;
