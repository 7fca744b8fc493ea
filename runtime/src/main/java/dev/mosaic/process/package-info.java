/**
 * How a process gets into a cluster: its secret and the mesh it opens ({@link dev.mosaic.process.Access}), the number in its name ({@link
 * dev.mosaic.process.Guest}), the address where others find it ({@link dev.mosaic.process.Reach}), and the way to clusters that are not
 * reached by an address alone ({@link dev.mosaic.process.Passage}).
 *
 * <p>Imports {@code dev.mosaic.service} and {@code dev.mosaic.mesh.socket}.
 */
@NullMarked
package dev.mosaic.process;

import org.jspecify.annotations.NullMarked;
