/**
 * What the http of a head says and takes, and the names that parts of Mosaic share which know nothing else of each other: paths, ports,
 * variables of the environment, labels on Kubernetes. Each is written here once.
 */
@NullMarked
package dev.mosaic.headapi;

import org.jspecify.annotations.NullMarked;
