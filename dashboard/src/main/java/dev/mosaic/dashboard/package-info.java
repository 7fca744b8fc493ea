/**
 * Pages that show in a browser what is going on in a cluster, and the server on this machine that they come from.
 *
 * <p>The pages are written in {@code src/main/web}, and made from that by {@code make dashboard}.
 */
@NullMarked
package dev.mosaic.dashboard;

import org.jspecify.annotations.NullMarked;
