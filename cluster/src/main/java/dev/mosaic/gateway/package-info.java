/**
 * The door for programs outside the cluster, {@link dev.mosaic.gateway.Gateway}, and for those who look at it: so far its health over
 * http.
 *
 * <p>Imports {@code dev.mosaic.service} and {@code dev.mosaic.process}.
 */
@NullMarked
package dev.mosaic.gateway;

import org.jspecify.annotations.NullMarked;
