/** The program that the documentation begins with. */
@NullMarked
package dev.mosaic.examples.gettingstarted;

import org.jspecify.annotations.NullMarked;
