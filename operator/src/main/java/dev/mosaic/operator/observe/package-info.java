/** Makes snapshots from the caches of informers, and reads the few things that are in none. Never acts. */
@NullMarked
package dev.mosaic.operator.observe;

import org.jspecify.annotations.NullMarked;
