/**
 * The mesh over sockets: ZMTP on the JDK's {@code SocketChannel}, TCP between machines and unix sockets on one.
 *
 * <p>The way of a message: {@code SocketPeer} picks the {@code Lane}, the lane's {@code Link} takes it into its {@code
 * Outbox} and lets it be written by the sender or by the {@code Driver}; on the other side a driver reads, the link's
 * session parses, its {@code Assembly} gathers the parts, and the {@code Receiver} gets them. Between a link and its socket is a
 * {@code Transport}, plain or TLS; {@code Transports} says which. Only {@link
 * dev.mosaic.mesh.socket.SocketMesh} is public. This package may use the port and {@code zmtp}.
 */
@NullMarked
package dev.mosaic.mesh.socket;

import org.jspecify.annotations.NullMarked;
