/** Which units can be reached now, as the machines of a unit see it. PURE. Imports {@code dev.mosaic.message} only. */
@NullMarked
package dev.mosaic.unit.links;

import org.jspecify.annotations.NullMarked;
