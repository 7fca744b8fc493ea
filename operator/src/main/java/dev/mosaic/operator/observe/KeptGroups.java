package dev.mosaic.operator.observe;

import dev.mosaic.crd.MosaicWorkerGroup;
import io.javaoperatorsdk.operator.processing.event.source.informer.TransformingItemStore;

/** Groups, for who reconciles and scales them. */
public final class KeptGroups extends TransformingItemStore<MosaicWorkerGroup> {
    /** Made by the Java Operator SDK. */
    public KeptGroups() {
        super(Kept.whole(Kept::scaled));
    }
}
