/**
 * Makes MosaicClusters true: observe, validate, desired, plan, apply, status; in that order, each a package of its own. Here are the
 * reconcilers that go that way, and what Quarkus is told.
 */
@NullMarked
package dev.mosaic.operator;

import org.jspecify.annotations.NullMarked;
