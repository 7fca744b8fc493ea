package dev.mosaic.operator.scale;

import dev.mosaic.crd.MosaicWorkerGroup;
import dev.mosaic.operator.autoscale.Needs;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.Optional;

/**
 * A group as Kubernetes has it.
 *
 * @param offer what one of its pods offers
 * @param refusal why no more pods can be made
 */
record Seen(MosaicWorkerGroup group, List<Pod> pods, Needs offer, Optional<String> refusal) {
    String name() {
        return group.getSpec().groupName();
    }

    int replicas() {
        return group.getSpec().replicas();
    }

    /** Of the same group, with a spec that was written later. */
    boolean isNewerThan(Seen other) {
        return group.getMetadata().getUid().equals(other.group.getMetadata().getUid())
                && generation() > other.generation();
    }

    private long generation() {
        Long generation = group.getMetadata().getGeneration();
        return generation == null ? 0 : generation;
    }

    /** Nobody else holds its replicas. */
    boolean isOurs() {
        return Ownership.foreign(group).isEmpty();
    }

    /** The same as it was written a moment ago. */
    Seen with(MosaicWorkerGroup written) {
        return new Seen(written, pods, offer, refusal);
    }
}
