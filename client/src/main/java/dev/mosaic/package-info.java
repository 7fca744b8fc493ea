/**
 * The API of Mosaic. Begin with {@link dev.mosaic.Mosaic}; then {@link dev.mosaic.Task}, {@link dev.mosaic.Tessera} and its proxies, {@link
 * dev.mosaic.Ref}, and {@link dev.mosaic.MosaicException} for failures.
 *
 * <p>For contributors: this package has only what a program uses. It calls the runtime through {@code dev.mosaic.unit}, and may import {@code
 * dev.mosaic.function}, {@code dev.mosaic.annotation}, {@code dev.mosaic.invoke} and Mutiny.
 */
@NullMarked
package dev.mosaic;

import org.jspecify.annotations.NullMarked;
