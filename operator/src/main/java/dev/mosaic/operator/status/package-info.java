/** What the resources say about themselves: a function of a snapshot and of what was refused. PURE. */
@NullMarked
package dev.mosaic.operator.status;

import org.jspecify.annotations.NullMarked;
