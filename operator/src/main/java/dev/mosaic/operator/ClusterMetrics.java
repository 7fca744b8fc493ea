package dev.mosaic.operator;

import dev.mosaic.crd.ConditionStatus;
import dev.mosaic.crd.MosaicCluster;
import dev.mosaic.crd.MosaicClusterStatus;
import dev.mosaic.crd.Phase;
import dev.mosaic.crd.WorkersStatus;
import io.javaoperatorsdk.operator.processing.event.source.Cache;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Figures over all clusters, beside those of the Java Operator SDK.
 *
 * <pre>
 *   mosaic_clusters{phase}         how many there are
 *   mosaic_workers{state}          worker pods: desired, ready
 *   mosaic_accelerators            devices of ready worker pods
 *   mosaic_time_to_ready_seconds   from the declaration of a cluster to its first Ready
 *   mosaic_kinds_missing           kinds whose definition is not there
 *   mosaic_namespaces_refused      namespaces in which the operator lacks its rights
 * </pre>
 *
 * <p><b>Threading:</b> any thread. <b>Cost:</b> a look at all clusters in the cache for each figure when metrics are read.
 */
final class ClusterMetrics {
    private final MeterRegistry registry;

    ClusterMetrics(MeterRegistry registry, Kinds kinds, Namespaces namespaces) {
        this.registry = registry;
        registry.gauge("mosaic.kinds.missing", kinds, each -> each.missing().size());
        registry.gauge(
                "mosaic.namespaces.refused", namespaces, each -> each.refused().size());
    }

    /** Reads them from there from now on. */
    void count(Cache<MosaicCluster> clusters) {
        for (Phase phase : Phase.values()) {
            registry.gauge(
                    "mosaic.clusters",
                    List.of(Tag.of("phase", phase.name().toLowerCase(Locale.ROOT))),
                    clusters,
                    cache -> count(cache, status -> status.phase() == phase ? 1 : 0));
        }
        workers(clusters, "desired", WorkersStatus::desired);
        workers(clusters, "ready", WorkersStatus::ready);
        registry.gauge(
                "mosaic.accelerators",
                clusters,
                cache -> count(cache, status -> workers(status, WorkersStatus::accelerators)));
    }

    /** A status that may be new. */
    void sawStatus(
            MosaicCluster cluster, @Nullable MosaicClusterStatus before, MosaicClusterStatus status, Instant now) {
        if (is(status, "Provisioned") && (before == null || !is(before, "Provisioned"))) {
            Instant declared = Instant.parse(cluster.getMetadata().getCreationTimestamp());
            registry.timer("mosaic.time.to.ready").record(Duration.between(declared, now));
        }
    }

    private void workers(Cache<MosaicCluster> clusters, String state, ToIntFunction<WorkersStatus> figure) {
        registry.gauge(
                "mosaic.workers",
                List.of(Tag.of("state", state)),
                clusters,
                cache -> count(cache, status -> workers(status, figure)));
    }

    private static int workers(MosaicClusterStatus status, ToIntFunction<WorkersStatus> figure) {
        return Optional.ofNullable(status.workers()).map(figure::applyAsInt).orElse(0);
    }

    private static double count(Cache<MosaicCluster> clusters, ToIntFunction<MosaicClusterStatus> figure) {
        return clusters.list()
                .flatMap(each -> Optional.ofNullable(each.getStatus()).stream())
                .mapToInt(figure)
                .sum();
    }

    private static boolean is(MosaicClusterStatus status, String type) {
        return status.condition(type)
                .filter(each -> each.status() == ConditionStatus.TRUE)
                .isPresent();
    }
}
