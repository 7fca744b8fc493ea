/**
 * The store as a unit: {@link dev.mosaic.store.StoreShell} runs a {@code StoreMachine} over a mesh, shared memory, a disk and a {@link
 * dev.mosaic.store.tier.Bucket}, which whoever opens the store hands in.
 *
 * <p>Imports {@code dev.mosaic.service}, {@code dev.mosaic.unit.objects}, {@code dev.mosaic.memory}.
 */
@NullMarked
package dev.mosaic.store;

import org.jspecify.annotations.NullMarked;
