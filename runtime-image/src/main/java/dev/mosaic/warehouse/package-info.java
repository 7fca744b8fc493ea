/**
 * The store as a unit: {@link dev.mosaic.warehouse.StoreShell} runs a {@code StoreMachine} over a mesh, shared memory and a disk.
 *
 * <p>Imports {@code dev.mosaic.service}, {@code dev.mosaic.unit.objects}, {@code dev.mosaic.memory}.
 */
@NullMarked
package dev.mosaic.warehouse;

import org.jspecify.annotations.NullMarked;
