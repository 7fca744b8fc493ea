package dev.mosaic.operator.snapshot;

import dev.mosaic.crd.MosaicWorkerGroup;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A group as it was at one moment. Nothing in it is to be changed.
 *
 * @param cluster whose it is, with its keys and Secrets alone; empty where it is not there
 * @param pods those that it owns, those that ended too
 * @param scaling what the autoscaler says of it; empty where it is not for that
 */
public record GroupSnapshot(
        MosaicWorkerGroup group,
        Optional<ClusterSnapshot> cluster,
        List<Pod> pods,
        Optional<ScaleView> scaling,
        Instant now) {
    /** The same with a cluster whose keys were looked at again. */
    public GroupSnapshot withCluster(Optional<ClusterSnapshot> again) {
        return new GroupSnapshot(group, again, pods, scaling, now);
    }

    /** The same with pods that were looked at again. */
    public GroupSnapshot withPods(List<Pod> again) {
        return new GroupSnapshot(group, cluster, again, scaling, now);
    }

    /** The same with what the autoscaler says. */
    public GroupSnapshot withScaling(Optional<ScaleView> said) {
        return new GroupSnapshot(group, cluster, pods, said, now);
    }
}
