/**
 * The interfaces between the API and the runtime: {@link dev.mosaic.unit.Unit}, {@link dev.mosaic.unit.TesseraHandle} and {@link
 * dev.mosaic.unit.Outgoing}. Programs do not use them.
 */
@NullMarked
package dev.mosaic.unit;

import org.jspecify.annotations.NullMarked;
