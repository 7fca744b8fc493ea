package dev.mosaic.mesh;

import javax.net.ssl.SSLEngine;

/**
 * What a unit shows and whom it trusts on the TCP links of its mesh. With keys all of them are TLS 1.3 and both sides show a
 * certificate; without, TCP stays on the loopback. {@code dev.mosaic.mesh.tls.KeyFolder} reads them from files.
 *
 * <p><b>Threading:</b> any thread. <b>Cost:</b> asked once for each new link, on a thread that may read files.
 */
@FunctionalInterface
public interface Keys {
    /**
     * One side of one new link, with the keys of this moment.
     *
     * @param dials true for the side that dials, false for the one that listens and demands a certificate
     */
    SSLEngine engine(boolean dials);
}
