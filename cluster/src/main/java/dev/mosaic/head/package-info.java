/**
 * The machine that all others come to: {@link dev.mosaic.head.HeadProcess} has the monitor, and the warehouse where it has no process of its
 * own.
 *
 * <p>Imports {@code dev.mosaic.monitor}, {@code dev.mosaic.warehouse}, {@code dev.mosaic.process}.
 */
@NullMarked
package dev.mosaic.head;

import org.jspecify.annotations.NullMarked;
