/** Decides which items are sent to workers next, in which chunks, for pools, streams and graphs. Programs do not use it. */
@NullMarked
package dev.mosaic.window;

import org.jspecify.annotations.NullMarked;
