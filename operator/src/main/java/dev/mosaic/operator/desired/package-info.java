/**
 * What has to be there: a cluster's spec in, Kubernetes objects out. PURE: no client, clock or chance; imports the model of the
 * resources and of Kubernetes, and Jackson to merge and to hash.
 */
@NullMarked
package dev.mosaic.operator.desired;

import org.jspecify.annotations.NullMarked;
