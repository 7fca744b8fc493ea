/** The monitor as a unit: {@link dev.mosaic.monitor.MonitorShell} runs the state machine that the kernel's part of this package has. */
@NullMarked
package dev.mosaic.monitor;

import org.jspecify.annotations.NullMarked;
