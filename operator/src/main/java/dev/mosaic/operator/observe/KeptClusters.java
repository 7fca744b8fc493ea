package dev.mosaic.operator.observe;

import dev.mosaic.crd.MosaicCluster;
import io.javaoperatorsdk.operator.processing.event.source.informer.TransformingItemStore;

/** Clusters, for who reconciles them. */
public final class KeptClusters extends TransformingItemStore<MosaicCluster> {
    /** Made by the Java Operator SDK. */
    public KeptClusters() {
        super(Kept.whole(Kept::cluster));
    }
}
