/**
 * The custom resources of Mosaic: {@link dev.mosaic.crd.MosaicCluster}, {@link dev.mosaic.crd.MosaicWorkerGroup}, {@link dev.mosaic.crd.MosaicJob} and {@link dev.mosaic.crd.Tessera}. The CRDs are generated from these classes.
 *
 * <p>They define the fields, their meaning, their defaults and their validation. Records are immutable: absent lists and maps are empty, and fields
 * have the defaults of the schema. Nothing here calls Kubernetes; the package may import the model and annotations of Fabric8.
 */
@NullMarked
package dev.mosaic.crd;

import org.jspecify.annotations.NullMarked;
