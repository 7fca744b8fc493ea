/**
 * Who is there, who has room, who has which name: {@link dev.mosaic.monitor.MonitorMachine}. PURE: time is an argument, what is
 * to be said goes into {@link dev.mosaic.monitor.MonitorOutput}.
 *
 * <p>Imports {@code dev.mosaic.message} and {@code dev.mosaic.placement}.
 */
@NullMarked
package dev.mosaic.monitor;

import org.jspecify.annotations.NullMarked;
