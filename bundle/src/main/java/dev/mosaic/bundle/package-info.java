/**
 * Finds the runtime and the annotation processor in the jar of Mosaic, where they lie as jars, and keeps them and their libraries apart
 * from the program's classes.
 */
@NullMarked
package dev.mosaic.bundle;

import org.jspecify.annotations.NullMarked;
