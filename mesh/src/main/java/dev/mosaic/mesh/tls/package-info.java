/**
 * Keys for TLS, read from files, and the engines made of them.
 *
 * <p>Public is {@link dev.mosaic.mesh.tls.KeyFolder}. This package may use the port and the JDK; it knows no carrier.
 */
@NullMarked
package dev.mosaic.mesh.tls;

import org.jspecify.annotations.NullMarked;
