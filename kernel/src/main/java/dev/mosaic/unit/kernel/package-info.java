/**
 * The machines of a unit put together: {@link dev.mosaic.unit.kernel.UnitKernel} takes every event of a head or worker and
 * leads it to the machine it is for. PURE. The shell and the simulation drive units through it, and nothing else.
 *
 * <p>Imports {@code dev.mosaic.message}, {@code dev.mosaic.unit.links}, {@code dev.mosaic.unit.calls} and {@code
 * dev.mosaic.unit.mailbox}.
 */
@NullMarked
package dev.mosaic.unit.kernel;

import org.jspecify.annotations.NullMarked;
