/** What is under way at workers, of many items: which go next, and how many together. A pure machine, for all that hands out items. */
@NullMarked
package dev.mosaic.window;

import org.jspecify.annotations.NullMarked;
