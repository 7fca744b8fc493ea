/**
 * The port of the mesh: what a unit sees of the wires between units.
 *
 * <p>Here belong the interfaces of the mesh: {@link dev.mosaic.mesh.Mesh}, {@link dev.mosaic.mesh.Peer}, {@link
 * dev.mosaic.mesh.Receiver}, {@link dev.mosaic.mesh.Outcome} and their values. {@code dev.mosaic.mesh.socket} implements them: ZeroMQ's
 * protocol over TCP and unix sockets. This package imports the JDK only and does not know its implementation.
 */
@NullMarked
package dev.mosaic.mesh;

import org.jspecify.annotations.NullMarked;
