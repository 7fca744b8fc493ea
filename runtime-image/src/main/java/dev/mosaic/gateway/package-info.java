/**
 * The door for programs outside the cluster, and for those who look at it: so far its health over http.
 *
 * <p>Imports the JDK only.
 */
@NullMarked
package dev.mosaic.gateway;

import org.jspecify.annotations.NullMarked;
