/**
 * What programs see of Mosaic: {@link dev.mosaic.Mosaic}, {@link dev.mosaic.Tessera}, {@link dev.mosaic.Task}, {@link
 * dev.mosaic.Remote}, options and the {@link dev.mosaic.MosaicException} family.
 *
 * <p>Here belongs only what a program's author types. It talks to the unit of its process through {@code dev.mosaic.unit}
 * and may import {@code dev.mosaic.function}, {@code dev.mosaic.annotation}, {@code dev.mosaic.invoke} and Mutiny.
 */
@NullMarked
package dev.mosaic;

import org.jspecify.annotations.NullMarked;
