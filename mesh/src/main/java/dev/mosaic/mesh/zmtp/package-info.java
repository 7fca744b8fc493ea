/**
 * ZeroMQ's wire protocol, ZMTP 3.1, as a pure codec: bytes in, events and bytes out.
 *
 * <p>Here belong greeting, commands, frames and the state machine of one connection with the NULL mechanism, after RFC 37
 * (rfc.zeromq.org/spec/37). PURE: no sockets, files, threads, clocks, randomness or loggers; imports {@code java.nio}
 * buffers, {@code java.lang.foreign} and collections only.
 */
@NullMarked
package dev.mosaic.mesh.zmtp;

import org.jspecify.annotations.NullMarked;
