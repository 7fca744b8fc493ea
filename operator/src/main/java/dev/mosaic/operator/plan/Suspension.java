package dev.mosaic.operator.plan;

import dev.mosaic.crd.IdleAction;
import dev.mosaic.crd.IdleSpec;
import dev.mosaic.crd.MosaicCluster;
import dev.mosaic.crd.SuspensionReason;
import dev.mosaic.crd.SuspensionStatus;
import dev.mosaic.operator.desired.Labels;
import dev.mosaic.operator.snapshot.ClusterSnapshot;
import dev.mosaic.operator.snapshot.Idleness;
import dev.mosaic.operator.snapshot.Rest;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * When a cluster is suspended, and when it is resumed. What has begun is carried through first, so that no pod of before meets one of
 * after.
 */
public final class Suspension {
    private Suspension() {}

    /**
     * That of the cluster from now on; empty where it is to run.
     *
     * @param isComplete whether no pod is left
     */
    public static Optional<SuspensionStatus> of(
            MosaicCluster cluster, boolean isComplete, Idleness idleness, Instant now) {
        SuspensionStatus begun =
                cluster.getStatus() == null ? null : cluster.getStatus().suspension();
        boolean isWanted = cluster.getSpec().suspend();
        if (begun == null) {
            return isWanted
                    ? Optional.of(begin(cluster, SuspensionReason.REQUESTED, now))
                    : isIdle(cluster, idleness, IdleAction.SUSPEND)
                            ? Optional.of(begin(cluster, SuspensionReason.IDLE, now))
                            : Optional.empty();
        }
        if (isWanted) {
            return Optional.of(new SuspensionStatus(
                    SuspensionReason.REQUESTED, begun.since(), begun.generation(), begun.resume()));
        }
        return isComplete && isResumed(cluster, begun) ? Optional.empty() : Optional.of(begun);
    }

    /**
     * Whether nothing of it is left and it is not to be resumed, as far as its status and those of its groups say: then nobody needs to ask
     * for pods.
     */
    public static boolean lasts(ClusterSnapshot snapshot) {
        MosaicCluster cluster = snapshot.cluster();
        return Rest.isSettled(cluster)
                && of(cluster, true, new Idleness.Unasked(), snapshot.now()).isPresent()
                && snapshot.groups().stream()
                        .allMatch(each ->
                                each.getStatus() == null || each.getStatus().replicas() == 0);
    }

    /** Whether that is to be done because nobody uses it. */
    public static boolean isIdle(MosaicCluster cluster, Idleness idleness, IdleAction action) {
        IdleSpec spec = cluster.getSpec().idle();
        return spec != null
                && spec.action() == action
                && switch (idleness) {
                    case Idleness.Told(var time) -> time.compareTo(spec.time()) >= 0;
                    case Idleness.Unasked _, Idleness.Unknown _ -> false;
                };
    }

    private static boolean isResumed(MosaicCluster cluster, SuspensionStatus begun) {
        return switch (begun.reason()) {
            case REQUESTED -> true;
            case IDLE ->
                !generation(cluster).equals(begun.generation()) || !Objects.equals(resume(cluster), begun.resume());
        };
    }

    private static SuspensionStatus begin(MosaicCluster cluster, SuspensionReason reason, Instant now) {
        return new SuspensionStatus(
                reason, now.truncatedTo(ChronoUnit.SECONDS).toString(), generation(cluster), resume(cluster));
    }

    private static Long generation(MosaicCluster cluster) {
        return Objects.requireNonNullElse(cluster.getMetadata().getGeneration(), 0L);
    }

    private static @Nullable String resume(MosaicCluster cluster) {
        return cluster.getMetadata().getAnnotations() == null
                ? null
                : cluster.getMetadata().getAnnotations().get(Labels.RESUME);
    }
}
