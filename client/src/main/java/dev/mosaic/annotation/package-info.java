/** Annotations for members of classes that are annotated with {@link dev.mosaic.Tessera}. */
@NullMarked
package dev.mosaic.annotation;

import org.jspecify.annotations.NullMarked;
