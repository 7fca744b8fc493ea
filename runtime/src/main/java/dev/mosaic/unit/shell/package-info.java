/**
 * The shell of a head or worker: it carries events from the program, the mesh and the clock to {@link
 * dev.mosaic.unit.kernel.UnitKernel}, and does what the kernel asks.
 *
 * <p>The one class that makes a unit is {@link dev.mosaic.unit.shell.UnitShell}. Sockets, threads and clocks are here; rules
 * about calls are not.
 */
@NullMarked
package dev.mosaic.unit.shell;

import org.jspecify.annotations.NullMarked;
