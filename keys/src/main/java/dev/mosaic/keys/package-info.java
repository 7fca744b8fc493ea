/**
 * Makes the keys of a cluster: its authority, the certificate that its units show each other, and its token. In files ({@link
 * dev.mosaic.keys.KeyFiles}) or in memory for Secrets ({@link dev.mosaic.keys.ClusterKeys}).
 *
 * <p>The only place that knows Bouncy Castle, which writes certificates as the JDK cannot. What reads them again is {@code
 * dev.mosaic.mesh.tls}. Imports the JDK and nothing of Mosaic.
 */
@NullMarked
package dev.mosaic.keys;

import org.jspecify.annotations.NullMarked;
