/**
 * What the units without user code have in common (monitor, node, gateway, stores): a mesh of their own, events one
 * at a time, a tick, and sending that keeps its order: {@link dev.mosaic.service.ServiceUnit}.
 *
 * <p>Imports {@code dev.mosaic.mesh}, {@code dev.mosaic.message} and the opener of {@code dev.mosaic.unit.shell}.
 */
@NullMarked
package dev.mosaic.service;

import org.jspecify.annotations.NullMarked;
