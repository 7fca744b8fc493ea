/**
 * Makes the container images from what the build made: {@link dev.mosaic.image.ImageMain}. The only user of Jib; knows nothing of the
 * runtime but its jars.
 */
@NullMarked
package dev.mosaic.image;

import org.jspecify.annotations.NullMarked;
