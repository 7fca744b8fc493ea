package dev.mosaic.operator;

import dev.mosaic.crd.MosaicWorkerGroup;
import dev.mosaic.operator.desired.Labels;
import io.javaoperatorsdk.operator.processing.event.source.filter.OnUpdateFilter;

/** Of a group: its spec, and the annotation that gives its replicas back to the autoscaler. */
public final class SpecOrGift implements OnUpdateFilter<MosaicWorkerGroup> {
    /** Made by the Java Operator SDK. */
    public SpecOrGift() {}

    @Override
    public boolean accept(MosaicWorkerGroup after, MosaicWorkerGroup before) {
        return News.is(after, before, Labels.TAKE_REPLICAS);
    }
}
