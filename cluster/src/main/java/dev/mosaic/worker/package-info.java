/**
 * The process that runs user code: {@link dev.mosaic.worker.WorkerMain}, and {@link dev.mosaic.worker.WorkerBrief}, what its node
 * tells it at the start.
 *
 * <p>Imports {@code dev.mosaic.unit.shell} and {@code dev.mosaic.mesh.socket}.
 */
@NullMarked
package dev.mosaic.worker;

import org.jspecify.annotations.NullMarked;
