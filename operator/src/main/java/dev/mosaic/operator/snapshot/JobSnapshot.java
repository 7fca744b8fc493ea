package dev.mosaic.operator.snapshot;

import dev.mosaic.crd.MosaicCluster;
import dev.mosaic.crd.MosaicJob;
import dev.mosaic.crd.MosaicJobStatus;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A job as it was at one moment. Nothing in it is to be changed.
 *
 * @param clusters the one that it names, and those that it owns
 * @param pods those that it owns, those that ended too
 * @param operatorsImage what clusters run that say no image
 */
public record JobSnapshot(
        MosaicJob job, List<MosaicCluster> clusters, List<Pod> pods, Optional<String> operatorsImage, Instant now) {
    /** The same with pods that were looked at again. */
    public JobSnapshot withPods(List<Pod> again) {
        return new JobSnapshot(job, clusters, again, operatorsImage, now);
    }

    /** What was said of it before. */
    public MosaicJobStatus before() {
        return Objects.requireNonNullElse(job.getStatus(), MosaicJobStatus.NONE);
    }

    /** The cluster of that name, unless it is being deleted. */
    public Optional<MosaicCluster> living(String name) {
        return clusters.stream()
                .filter(each -> each.getMetadata().getName().equals(name)
                        && each.getMetadata().getDeletionTimestamp() == null)
                .findFirst();
    }
}
