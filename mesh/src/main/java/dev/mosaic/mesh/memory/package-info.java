/**
 * The mesh within one JVM: units that share a {@link dev.mosaic.mesh.memory.MemoryNetwork} reach each other at {@code
 * inproc://name}.
 *
 * <p>Two networks run the same links: {@link dev.mosaic.mesh.memory.MemoryNetwork#direct} in real time, and {@link
 * dev.mosaic.mesh.memory.SimulatedNetwork} on one thread, in virtual time, with delays drawn from a seed. What is
 * decided about links stands in {@code Switchboard}, {@code Link}, {@code MemoryPeer} and {@code Dialling}; when it
 * happens is left to a {@code Timeline} and its {@code Strand}s, and only these differ. Here may be imported: the port
 * and the JDK.
 */
@NullMarked
package dev.mosaic.mesh.memory;

import org.jspecify.annotations.NullMarked;
