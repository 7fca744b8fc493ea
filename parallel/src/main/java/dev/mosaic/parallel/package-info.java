/**
 * Pools of workers, graphs of delayed values, bags of items, streams whose functions run in workers, and random numbers that do not depend on who computes.
 *
 * <p>Written on the public API of Mosaic alone.
 */
@NullMarked
package dev.mosaic.parallel;

import org.jspecify.annotations.NullMarked;
