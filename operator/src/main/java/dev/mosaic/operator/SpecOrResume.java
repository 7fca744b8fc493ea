package dev.mosaic.operator;

import dev.mosaic.crd.MosaicCluster;
import dev.mosaic.operator.desired.Labels;
import io.javaoperatorsdk.operator.processing.event.source.filter.OnUpdateFilter;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What of a cluster's changes is news: its spec, its deletion, and the annotation that resumes it; not our own status. */
public final class SpecOrResume implements OnUpdateFilter<MosaicCluster> {
    /** Made by the Java Operator SDK. */
    public SpecOrResume() {}

    @Override
    public boolean accept(MosaicCluster after, MosaicCluster before) {
        return !Objects.equals(
                        after.getMetadata().getGeneration(),
                        before.getMetadata().getGeneration())
                || !Objects.equals(
                        after.getMetadata().getDeletionTimestamp(),
                        before.getMetadata().getDeletionTimestamp())
                || !Objects.equals(resume(after), resume(before));
    }

    private static @Nullable String resume(MosaicCluster cluster) {
        return cluster.getMetadata().getAnnotations() == null
                ? null
                : cluster.getMetadata().getAnnotations().get(Labels.RESUME);
    }
}
