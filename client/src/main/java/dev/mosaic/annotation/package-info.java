/** Marks for members of a tessera class; read by the annotation processor and by the reflective method table. */
@NullMarked
package dev.mosaic.annotation;

import org.jspecify.annotations.NullMarked;
