/**
 * How a process gets into a cluster: its secret and the mesh it opens ({@link dev.mosaic.process.Access}), the number in its name ({@link
 * dev.mosaic.process.Guest}), and the address where others find it ({@link dev.mosaic.process.Reach}).
 *
 * <p>Imports {@code dev.mosaic.service} and {@code dev.mosaic.mesh.socket}.
 */
@NullMarked
package dev.mosaic.process;

import org.jspecify.annotations.NullMarked;
