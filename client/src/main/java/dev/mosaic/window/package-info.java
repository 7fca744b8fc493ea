/** Which of many items go to workers next, and how many together: a pure machine. How many workers there are, and what functions of items may give. */
@NullMarked
package dev.mosaic.window;

import org.jspecify.annotations.NullMarked;
