/** What {@code helm/mosaic} makes: read from what helm renders, and on a real cluster without the operator's image. */
@NullMarked
package dev.mosaic.crd.chart;

import org.jspecify.annotations.NullMarked;
