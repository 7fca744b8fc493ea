package dev.mosaic.operator;

import dev.mosaic.crd.MosaicCluster;
import dev.mosaic.operator.desired.Labels;
import io.javaoperatorsdk.operator.processing.event.source.filter.OnUpdateFilter;

/** Of a cluster: its spec, and the annotation that resumes it. */
public final class SpecOrResume implements OnUpdateFilter<MosaicCluster> {
    /** Made by the Java Operator SDK. */
    public SpecOrResume() {}

    @Override
    public boolean accept(MosaicCluster after, MosaicCluster before) {
        return News.is(after, before, Labels.RESUME);
    }
}
