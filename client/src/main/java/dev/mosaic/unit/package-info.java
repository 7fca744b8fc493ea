/**
 * The unit of a process as the public API sees it: {@link dev.mosaic.unit.Unit}, {@link dev.mosaic.unit.TesseraHandle},
 * {@link dev.mosaic.unit.Outgoing}; and, behind them, the shell that feeds the pure machines of {@code dev.mosaic.unit.calls}
 * and {@code dev.mosaic.unit.mailbox} with events and carries out what they ask.
 */
@NullMarked
package dev.mosaic.unit;

import org.jspecify.annotations.NullMarked;
