/** Names of ranges of shared memory: {@link dev.mosaic.memory.Place}. PURE: what is there, the client's part of this package knows. */
@NullMarked
package dev.mosaic.memory;

import org.jspecify.annotations.NullMarked;
