/**
 * The caller's side: {@link dev.mosaic.unit.calls.CallMachine} knows the tasks that this unit made and the proxies it holds.
 * PURE: time is an argument, what is to be done goes into {@link dev.mosaic.unit.calls.CallOutput}.
 *
 * <p>Imports {@code dev.mosaic.message} and {@code dev.mosaic.unit.links}.
 */
@NullMarked
package dev.mosaic.unit.calls;

import org.jspecify.annotations.NullMarked;
