/**
 * What the lower tiers of a store have in common: the form of an entry outside of memory, and the port to a bucket.
 *
 * <p>Imports {@code dev.mosaic.message}.
 */
@NullMarked
package dev.mosaic.store.tier;

import org.jspecify.annotations.NullMarked;
