/** What there is, as values that do not change. PURE: made by {@code observe}, read by all that decides. */
@NullMarked
package dev.mosaic.operator.snapshot;

import org.jspecify.annotations.NullMarked;
