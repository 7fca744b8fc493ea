package dev.mosaic.operator.plan;

import dev.mosaic.crd.Condition;
import dev.mosaic.crd.ConditionStatus;
import dev.mosaic.crd.MosaicCluster;
import dev.mosaic.operator.snapshot.Rest;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a deleted tessera waits for. Its head ends it, and its state with it. It waits for a cluster that rests, since what is kept would
 * be found again by the next tessera of its name; a head that does not answer it does not wait for.
 */
public enum Parting {
    /** The head is to be asked, now or when it is ready. */
    ASK_HEAD,
    /** Until its cluster is resumed or deleted. */
    WAIT,
    /** Nobody has anything to end, or nobody answers. */
    GO;

    /** For a head that does not answer. */
    static final Duration PATIENCE = Duration.ofSeconds(60);

    /** For a head that has to come first, with images to be pulled. */
    static final Duration PATIENCE_WHEN_RESUMED = Duration.ofMinutes(10);

    /**
     * Decides it.
     *
     * @param cluster that it names; empty where that is gone or going
     * @param deleted when somebody deleted the tessera
     */
    public static Parting of(Optional<MosaicCluster> cluster, Instant deleted, Instant now) {
        if (cluster.isEmpty()) {
            return GO;
        }
        boolean hasHead = Rest.hasHead(cluster.get());
        if (!hasHead && Rest.rests(cluster.get())) {
            return WAIT;
        }
        Instant since = Stream.of(
                        Optional.of(deleted),
                        changed(cluster.get(), "Suspended", ConditionStatus.FALSE),
                        changed(cluster.get(), "HeadReady", ConditionStatus.TRUE))
                .flatMap(Optional::stream)
                .max(Instant::compareTo)
                .orElse(deleted);
        boolean isResumed = !hasHead && since.isAfter(deleted);
        Duration patience = isResumed ? PATIENCE_WHEN_RESUMED : PATIENCE;
        return since.plus(patience).isBefore(now) ? GO : ASK_HEAD;
    }

    private static Optional<Instant> changed(MosaicCluster cluster, String type, ConditionStatus status) {
        return Optional.ofNullable(cluster.getStatus())
                .flatMap(known -> known.condition(type))
                .filter(each -> each.status() == status)
                .map(Condition::lastTransitionTime)
                .map(Instant::parse);
    }
}
