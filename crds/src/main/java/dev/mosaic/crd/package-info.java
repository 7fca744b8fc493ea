/**
 * What is declared to Kubernetes: {@link dev.mosaic.crd.MosaicCluster}, {@link dev.mosaic.crd.MosaicWorkerGroup}, {@link dev.mosaic.crd.MosaicJob} and {@link dev.mosaic.crd.Tessera}, as Java and as the
 * custom resource definitions that are made from it.
 *
 * <p>Here belong fields, what they mean, what they are by default, and which values are wrong. Records are values: absent lists and maps
 * are empty, and what has a default in the schema has the same here, so that no reader asks twice. Nothing here talks to Kubernetes; it
 * may import Fabric8's model and its annotations.
 */
@NullMarked
package dev.mosaic.crd;

import org.jspecify.annotations.NullMarked;
