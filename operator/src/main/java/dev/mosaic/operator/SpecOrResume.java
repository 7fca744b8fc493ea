package dev.mosaic.operator;

import dev.mosaic.crd.MosaicCluster;
import dev.mosaic.operator.desired.Labels;
import dev.mosaic.operator.snapshot.Rest;
import io.javaoperatorsdk.operator.processing.event.source.filter.OnUpdateFilter;

/** Of a cluster: its spec, and the annotations that resume and pause it. */
public final class SpecOrResume implements OnUpdateFilter<MosaicCluster> {
    /** Made by the Java Operator SDK. */
    public SpecOrResume() {}

    @Override
    public boolean accept(MosaicCluster after, MosaicCluster before) {
        return News.is(after, before, Labels.RESUME) || News.is(after, before, Rest.PAUSED);
    }
}
