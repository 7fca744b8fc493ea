package dev.mosaic.operator.snapshot;

import dev.mosaic.crd.MosaicCluster;
import dev.mosaic.crd.SuspensionStatus;
import java.util.Optional;

/**
 * Whether a cluster is to have pods.
 *
 * @param suspension empty where it is
 * @param isComplete no pod of a suspended one is left
 */
public record Rest(Optional<SuspensionStatus> suspension, boolean isComplete, Idleness idleness) {
    /** It runs, and nobody asked whether it is idle. */
    public static final Rest NONE = new Rest(Optional.empty(), false, new Idleness.Unasked());

    /** What the cluster's status says, which is what its groups go by. */
    public static boolean isSuspended(MosaicCluster cluster) {
        return cluster.getStatus() != null && cluster.getStatus().suspension() != null;
    }
}
