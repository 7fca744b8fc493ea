/**
 * Pages that show in a browser what is going on in a cluster. Whoever serves a head's answers by http can serve these beside them.
 *
 * <p>The pages are written in {@code src/main/web}, and made from that by {@code make dashboard}.
 */
@NullMarked
package dev.mosaic.dashboard;

import org.jspecify.annotations.NullMarked;
