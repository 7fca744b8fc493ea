/**
 * {@code mosaic run}: compiles a source file, gets the libraries that it names, and starts it, or a jar or a class, with Mosaic on its class
 * path.
 */
@NullMarked
package dev.mosaic.run;

import org.jspecify.annotations.NullMarked;
