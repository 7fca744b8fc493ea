/**
 * How many replicas groups should have, by what waits, what is idle, limits and time. PURE, and ignorant of Kubernetes: it knows nothing
 * but itself and the JDK.
 */
@NullMarked
package dev.mosaic.operator.autoscale;

import org.jspecify.annotations.NullMarked;
