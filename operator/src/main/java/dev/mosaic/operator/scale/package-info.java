/**
 * The autoscaler: listens to heads, asks {@code autoscale} what to do, and has it done. Beside the reconcilers, on threads of its own;
 * writes nothing but the replicas of groups, and marks on pods that were drained.
 */
@NullMarked
package dev.mosaic.operator.scale;

import org.jspecify.annotations.NullMarked;
