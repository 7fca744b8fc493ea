/**
 * What head and workers say to each other about served tesserae: replies, descriptions.
 *
 * <p>Imports Jackson for its own records. Values only.
 */
@NullMarked
package dev.mosaic.serve.call;

import org.jspecify.annotations.NullMarked;
