/**
 * Makes the definitions, the copy in the chart and the table of fields from the classes of {@code dev.mosaic.crd}; {@code make crds} runs
 * it.
 *
 * <p>Here belongs what Fabric8's generator cannot say, and how files look. It is test code, so that nobody who uses the model has the
 * generator on the class path.
 */
@NullMarked
package dev.mosaic.crd.generate;

import org.jspecify.annotations.NullMarked;
