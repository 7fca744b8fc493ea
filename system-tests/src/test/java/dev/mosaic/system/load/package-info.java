/** What a program does while its cluster is updated, scaled or hurt; it runs in a process of its own. */
@NullMarked
package dev.mosaic.system.load;

import org.jspecify.annotations.NullMarked;
