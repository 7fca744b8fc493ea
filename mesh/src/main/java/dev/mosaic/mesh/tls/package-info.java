/**
 * Keys for TLS, read from files, and the engines made of them.
 *
 * <p>Public is {@link dev.mosaic.mesh.tls.KeyFolder}. This package may use the interfaces of the mesh and the JDK; it knows no sockets.
 */
@NullMarked
package dev.mosaic.mesh.tls;

import org.jspecify.annotations.NullMarked;
