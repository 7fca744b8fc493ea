package dev.mosaic.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.crd.MosaicCluster;
import dev.mosaic.crd.MosaicClusterStatus;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.Cache;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** An alert names the cluster, and nothing is said of one that is gone. */
class ClusterMetricsTest {
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final Map<String, MosaicCluster> clusters = new TreeMap<>();

    private final Cache<MosaicCluster> cache = new Cache<>() {
        @Override
        public Optional<MosaicCluster> get(ResourceID id) {
            return Optional.ofNullable(clusters.get(id.getName()));
        }

        @Override
        public Stream<ResourceID> keys() {
            return clusters.values().stream().map(ResourceID::fromResource);
        }

        @Override
        public Stream<MosaicCluster> list(Predicate<MosaicCluster> which) {
            return clusters.values().stream().filter(which);
        }
    };

    private static MosaicCluster cluster(String name, String degraded, int ready) {
        MosaicCluster cluster = Given.cluster("");
        cluster.getMetadata().setName(name);
        cluster.setStatus(
                Given.read("""
                status:
                  workers: {desired: 5, ready: %d, accelerators: 0}
                  conditions: [{type: Degraded, status: '%s', reason: x, message: '', lastTransitionTime: '2026-11-22T06:00:00Z'}]
                """.formatted(ready, degraded), MosaicCluster.class).getStatus());
        return cluster;
    }

    private void see(ClusterMetrics metrics, MosaicCluster cluster) {
        clusters.put(cluster.getMetadata().getName(), cluster);
        MosaicClusterStatus status = cluster.getStatus();
        metrics.sawStatus(cluster, status, status, Given.NOW);
    }

    private double degraded(String cluster) {
        return registry.get("mosaic.condition")
                .tags("namespace", "lab", "cluster", cluster, "type", "Degraded")
                .gauge()
                .value();
    }

    @Test
    void shouldSayOfEachClusterHowItIs() {
        try (KubernetesClient client = new KubernetesClientBuilder().build()) {
            ClusterMetrics metrics = new ClusterMetrics(registry, new Kinds(client), new Namespaces(client, Set.of()));
            metrics.count(cache);
            see(metrics, cluster("good", "False", 5));
            see(metrics, cluster("bad", "True", 3));
            assertThat(degraded("good")).isZero();
            assertThat(degraded("bad")).isEqualTo(1);
            Gauge ready = registry.get("mosaic.workers")
                    .tags("cluster", "bad", "state", "ready")
                    .gauge();
            assertThat(ready.value()).isEqualTo(3);
            clusters.put("bad", cluster("bad", "True", 4));
            assertThat(ready.value()).as("read from the cache").isEqualTo(4);

            clusters.remove("bad");
            see(metrics, cluster("good", "False", 5));
            assertThat(registry.find("mosaic.condition").tags("cluster", "bad").gauges())
                    .isEmpty();
            assertThat(registry.find("mosaic.condition").tags("cluster", "good").gauges())
                    .hasSize(3);
        }
    }
}
