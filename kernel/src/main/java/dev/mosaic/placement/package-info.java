/** Which worker gets a tessera or a lease. PURE: a function of what is known about the workers. Imports the JDK only. */
@NullMarked
package dev.mosaic.placement;

import org.jspecify.annotations.NullMarked;
