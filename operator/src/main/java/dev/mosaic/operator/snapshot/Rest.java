package dev.mosaic.operator.snapshot;

import dev.mosaic.crd.ConditionStatus;
import dev.mosaic.crd.MosaicCluster;
import dev.mosaic.crd.SecuritySpec;
import dev.mosaic.crd.SuspensionStatus;
import java.util.Objects;
import java.util.Optional;

/**
 * Whether a cluster is to have pods.
 *
 * @param suspension empty where it is
 * @param isComplete no pod of a suspended one is left
 */
public record Rest(Optional<SuspensionStatus> suspension, boolean isComplete, Idleness idleness) {
    /** Annotation of a MosaicCluster, by its user: while it is true the operator changes nothing of the cluster and its groups. */
    public static final String PAUSED = "mosaic.dev/paused";

    /** It runs, and nobody asked whether it is idle. */
    public static final Rest NONE = new Rest(Optional.empty(), false, new Idleness.Unasked());

    /** Whether its user wants that nothing of it is changed. */
    public static boolean isPaused(MosaicCluster cluster) {
        return cluster.getMetadata().getAnnotations() != null
                && "true".equals(cluster.getMetadata().getAnnotations().get(PAUSED));
    }

    /** What the cluster's status says, which is what its groups go by. */
    public static boolean isSuspended(MosaicCluster cluster) {
        return cluster.getStatus() != null && cluster.getStatus().suspension() != null;
    }

    /**
     * Whether its status says that nothing of it is left, and its spec is the one of then. What follows from a user's Secrets follows when it
     * is resumed.
     */
    public static boolean isSettled(MosaicCluster cluster) {
        return isSuspended(cluster)
                && Objects.equals(
                        cluster.getStatus().observedGeneration(),
                        cluster.getMetadata().getGeneration())
                && cluster.getStatus()
                        .condition("Suspended")
                        .filter(each -> each.status() == ConditionStatus.TRUE)
                        .isPresent();
    }

    /** Whether it may be resumed by the next look at it: then Secrets are as they are now. */
    public static boolean isEnding(MosaicCluster cluster) {
        return isSuspended(cluster) && !isSettled(cluster) && !cluster.getSpec().suspend();
    }

    /**
     * Whether nothing follows from the user's Secrets with keys or tokens now: what follows does so when it is resumed. Whether they are there
     * is no question then, so that a cluster can be suspended without them.
     */
    public static boolean needsNoSecrets(MosaicCluster cluster) {
        SecuritySpec security = cluster.getSpec().security();
        return rests(cluster) && (security.keysSecretName() != null || security.tokenSecretName() != null);
    }

    /** Whether it has no head soon: it is suspended, or is to be. */
    public static boolean rests(MosaicCluster cluster) {
        return isSuspended(cluster) || cluster.getSpec().suspend();
    }

    /** Whether there is a head that can be asked: what is suspended has none soon, and one that is not ready does not answer. */
    public static boolean hasHead(MosaicCluster cluster) {
        return !isSuspended(cluster)
                && cluster.getStatus() != null
                && cluster.getStatus()
                        .condition("HeadReady")
                        .filter(each -> each.status() == ConditionStatus.TRUE)
                        .isPresent();
    }

    /** Why there is none, for people. */
    public static String whyNoHead(MosaicCluster cluster) {
        return isSuspended(cluster) ? "the cluster is suspended" : "the head is not ready";
    }
}
