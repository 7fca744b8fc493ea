/**
 * Who holds which object, where its copies are, and what may be forgotten: {@link
 * dev.mosaic.unit.objects.StoreMachine} in a store, {@link dev.mosaic.unit.objects.ObjectMachine} in the units that use it. PURE.
 *
 * <p>Imports {@code dev.mosaic.message}, {@code dev.mosaic.message.Place} and {@code dev.mosaic.unit.links} only.
 */
@NullMarked
package dev.mosaic.unit.objects;

import org.jspecify.annotations.NullMarked;
