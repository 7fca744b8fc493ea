/**
 * Pools of workers, graphs of delayed values, bags of items, parallel streams, and reproducible random numbers. The package uses the public API of
 * Mosaic only.
 */
@NullMarked
package dev.mosaic.parallel;

import org.jspecify.annotations.NullMarked;
