package dev.mosaic.operator.scale;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.crd.MosaicCluster;
import dev.mosaic.crd.MosaicWorkerGroup;
import dev.mosaic.operator.Given;
import dev.mosaic.operator.apply.Events;
import dev.mosaic.operator.apply.ReplicaWriter;
import dev.mosaic.operator.head.SmallHead;
import dev.mosaic.operator.observe.Observer;
import dev.mosaic.operator.snapshot.GroupSnapshot;
import dev.mosaic.testing.Eventually;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.Cache;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A cluster whose class is another operator's from now on: its head goes on to answer. */
class ScalerOfOthersTest {
    private final AtomicReference<Instant> now = new AtomicReference<>(Given.NOW);
    private final AtomicBoolean isOurs = new AtomicBoolean(true);
    private final AtomicInteger lines = new AtomicInteger();
    private final AtomicInteger streams = new AtomicInteger();

    private final class Clusters implements Cache<MosaicCluster> {
        private final MosaicCluster cluster;

        Clusters(MosaicCluster cluster) {
            this.cluster = cluster;
        }

        @Override
        public Optional<MosaicCluster> get(ResourceID id) {
            return isOurs.get() ? Optional.of(cluster) : Optional.empty();
        }

        @Override
        public Stream<ResourceID> keys() {
            return Stream.of();
        }

        @Override
        public Stream<MosaicCluster> list(Predicate<MosaicCluster> predicate) {
            return Stream.of();
        }
    }

    @Test
    void shouldBeLeftAloneThoughItsHeadAnswers() {
        MosaicCluster cluster = Given.cluster("workerGroups: [{name: pool, maxReplicas: 3}]");
        cluster.setStatus(Given.read("""
                status:
                  conditions:
                  - {type: HeadReady, status: 'True', reason: x, message: '', lastTransitionTime: '2026-11-22T06:00:00Z'}
                """, MosaicCluster.class).getStatus());
        try (SmallHead head = new SmallHead("127.0.0.1");
                KubernetesClient client = new KubernetesClientBuilder().build()) {
            head.on("/v1/announced", exchange -> SmallHead.answer(exchange, 200, "{}"));
            head.on("/v1/cluster", exchange -> {
                exchange.sendResponseHeaders(200, 0);
                streams.incrementAndGet();
                try (OutputStream out = exchange.getResponseBody()) {
                    while (true) {
                        out.write("{\"epoch\":1,\"settled\":true,\"demand\":[],\"nodes\":[]}\n"
                                .getBytes(StandardCharsets.UTF_8));
                        out.flush();
                        lines.incrementAndGet();
                        LockSupport.parkNanos(100_000_000);
                    }
                } catch (IOException e) {
                    streams.decrementAndGet();
                }
            });
            Observer observer = new Observer(client, Optional.empty(), now::get);
            observer.clustersIn(new Clusters(cluster));
            try (Autoscaler autoscaler = new Autoscaler(
                    head.api(),
                    observer,
                    new ReplicaWriter(client),
                    new Events(client, "test", now::get, Runnable::run),
                    now::get)) {
                autoscaler.saw(new GroupSnapshot(
                        Given.read("""
                                apiVersion: mosaic.dev/v1alpha1
                                kind: MosaicWorkerGroup
                                metadata: {name: demo-pool, namespace: lab, uid: uid-of-pool}
                                spec: {clusterName: demo, groupName: pool, replicas: 0}
                                """, MosaicWorkerGroup.class),
                        Optional.of(Given.fresh(cluster)),
                        List.of(),
                        Optional.empty(),
                        Given.NOW));
                Eventually.holds("its head is heard", () -> lines.get() > 3);
                now.set(Given.NOW.plusSeconds(10));
                int heard = lines.get();
                Eventually.holds("it is heard on", () -> lines.get() > heard + 5);
                assertThat(streams).hasValue(1);

                isOurs.set(false);
                now.set(Given.NOW.plusSeconds(20));
                Eventually.holds("nobody listens any more", () -> streams.get() == 0);
            }
        }
    }
}
