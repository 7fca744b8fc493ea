/**
 * Bars on the program's terminal: {@link dev.mosaic.progress.TerminalBars}. They are drawn by the library progressbar, which is used here
 * alone.
 *
 * <p>Imports nothing of the runtime.
 */
@NullMarked
package dev.mosaic.progress;

import org.jspecify.annotations.NullMarked;
