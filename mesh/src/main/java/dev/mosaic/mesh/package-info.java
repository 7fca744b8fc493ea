/**
 * The port of the mesh: what a unit sees of the wires between units.
 *
 * <p>Here belong the words that every carrier shares: {@link dev.mosaic.mesh.Mesh}, {@link dev.mosaic.mesh.Peer}, {@link
 * dev.mosaic.mesh.Receiver}, {@link dev.mosaic.mesh.Outcome} and their values. The carriers are {@code
 * dev.mosaic.mesh.socket} (ZeroMQ's protocol over TCP and unix sockets) and {@code dev.mosaic.mesh.memory} (one JVM, also
 * seeded and with virtual time); both pass the same suite. This package imports the JDK only and knows no carrier.
 */
@NullMarked
package dev.mosaic.mesh;

import org.jspecify.annotations.NullMarked;
