package dev.mosaic.operator;

import dev.mosaic.crd.ConditionStatus;
import dev.mosaic.crd.MosaicCluster;
import dev.mosaic.crd.MosaicClusterStatus;
import dev.mosaic.crd.Phase;
import dev.mosaic.crd.WorkersStatus;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.Cache;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Figures of clusters, beside those of the Java Operator SDK.
 *
 * <pre>
 *   mosaic_clusters{phase}         how many there are
 *   mosaic_condition{type}         of each cluster: whether Accepted, Ready, Degraded is true, 1 or 0
 *   mosaic_workers{state}          of each cluster: worker pods, desired and ready
 *   mosaic_accelerators            of each cluster: devices of ready worker pods
 *   mosaic_time_to_ready_seconds   from the declaration of a cluster to its first Ready
 *   mosaic_kinds_missing           kinds whose definition is not there
 *   mosaic_namespaces_refused      namespaces in which the operator lacks its rights
 * </pre>
 *
 * <p>Those of each cluster have the labels namespace and cluster, and are there where a status of it was written.
 *
 * <p><b>Threading:</b> any thread. <b>Cost:</b> six gauges for each cluster; a look at all clusters in the cache when metrics are read, and
 * when a status is written.
 */
final class ClusterMetrics {
    private static final List<String> CONDITIONS = List.of("Accepted", "Ready", "Degraded");

    private final MeterRegistry registry;
    private final Map<ResourceID, List<Gauge>> gauges = new ConcurrentHashMap<>();
    private volatile @Nullable Cache<MosaicCluster> all;

    ClusterMetrics(MeterRegistry registry, Kinds kinds, Namespaces namespaces) {
        this.registry = registry;
        registry.gauge("mosaic.kinds.missing", kinds, each -> each.missing().size());
        registry.gauge(
                "mosaic.namespaces.refused", namespaces, each -> each.refused().size());
    }

    /** Reads them from there once a status was written: until then it may not be filled. */
    void count(Cache<MosaicCluster> clusters) {
        all = clusters;
    }

    private void phases(Cache<MosaicCluster> clusters) {
        for (Phase phase : Phase.values()) {
            registry.gauge(
                    "mosaic.clusters",
                    List.of(Tag.of("phase", phase.name().toLowerCase(Locale.ROOT))),
                    clusters,
                    cache -> count(cache, status -> status.phase() == phase ? 1 : 0));
        }
    }

    /** A status that may be new. */
    void sawStatus(
            MosaicCluster cluster, @Nullable MosaicClusterStatus before, MosaicClusterStatus status, Instant now) {
        Cache<MosaicCluster> cache = all;
        if (cache != null) {
            if (gauges.isEmpty()) {
                phases(cache);
            }
            gauges.computeIfAbsent(ResourceID.fromResource(cluster), each -> gauges(each, cache));
            dropThoseOfGone(cache);
        }
        if (is(status, "Provisioned") && (before == null || !is(before, "Provisioned"))) {
            Instant declared = Instant.parse(cluster.getMetadata().getCreationTimestamp());
            registry.timer("mosaic.time.to.ready").record(Duration.between(declared, now));
        }
    }

    private void dropThoseOfGone(Cache<MosaicCluster> cache) {
        gauges.entrySet().removeIf(each -> {
            boolean isGone = cache.get(each.getKey()).isEmpty();
            if (isGone) {
                each.getValue().forEach(registry::remove);
            }
            return isGone;
        });
    }

    private List<Gauge> gauges(ResourceID cluster, Cache<MosaicCluster> cache) {
        Tags tags = Tags.of("namespace", cluster.getNamespace().orElse(""), "cluster", cluster.getName());
        List<Gauge> made = new ArrayList<>();
        for (String type : CONDITIONS) {
            made.add(gauge("mosaic.condition", tags.and("type", type), cluster, cache, each -> is(each, type) ? 1 : 0));
        }
        Map.<String, ToIntFunction<WorkersStatus>>of("desired", WorkersStatus::desired, "ready", WorkersStatus::ready)
                .forEach((state, figure) -> made.add(gauge(
                        "mosaic.workers", tags.and("state", state), cluster, cache, each -> workers(each, figure))));
        made.add(
                gauge("mosaic.accelerators", tags, cluster, cache, each -> workers(each, WorkersStatus::accelerators)));
        return made;
    }

    private Gauge gauge(
            String name,
            Tags tags,
            ResourceID cluster,
            Cache<MosaicCluster> cache,
            ToIntFunction<MosaicClusterStatus> figure) {
        return Gauge.builder(
                        name,
                        cache,
                        all -> all.get(cluster)
                                .flatMap(each -> Optional.ofNullable(each.getStatus()))
                                .map(figure::applyAsInt)
                                .orElse(0))
                .tags(tags)
                .register(registry);
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
