/**
 * The unit of a program. {@link dev.mosaic.connect.ClusterConnector} joins a cluster that runs: with a head and a store of the program's
 * own. What programs need that start a cluster themselves is here too: their console, their folder, their class path, and the order in
 * which all is closed.
 *
 * <p>Imports {@code dev.mosaic.unit.shell}, {@code dev.mosaic.store}, {@code dev.mosaic.process}, {@code dev.mosaic.code}, {@code
 * dev.mosaic.progress}.
 */
@NullMarked
package dev.mosaic.connect;

import org.jspecify.annotations.NullMarked;
