/**
 * A machine's part of Mosaic: {@link dev.mosaic.node.Node} starts worker processes and keeps them there; {@link
 * dev.mosaic.node.LocalCluster} puts monitor, node and head into one program, for {@code Mosaic.start}.
 *
 * <p>Imports {@code dev.mosaic.service}, {@code dev.mosaic.monitor}, {@code dev.mosaic.gateway}, and the text it hands to its workers,
 * {@code dev.mosaic.worker.WorkerBrief}.
 */
@NullMarked
package dev.mosaic.node;

import org.jspecify.annotations.NullMarked;
