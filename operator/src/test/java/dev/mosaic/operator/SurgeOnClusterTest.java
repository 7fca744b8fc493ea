package dev.mosaic.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.crd.Cluster;
import dev.mosaic.crd.TestNamespace;
import dev.mosaic.operator.snapshot.Pods;
import dev.mosaic.testing.Eventually;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Workers are replaced by new ones that are made before, on nodes where nothing runs. */
@Tag("cluster")
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class SurgeOnClusterTest {
    private static final int REPLICAS = 3;

    private final Cluster cluster = Cluster.any().withCrds();
    private final KubernetesClient client = cluster.client();

    @Test
    void shouldMakeANewWorkerBeforeAnOldOneGoes() {
        try (VirtualNodes _ = VirtualNodes.make(cluster, 1, Path.of("target", "kwok-surge.log"));
                TestNamespace space = cluster.namespace("surge");
                RunningOperator operator =
                        RunningOperator.start(cluster, space.name(), Path.of("target", "operator-surge.log"))) {
            client.resource(Given.read(
                            VirtualNodes.cluster(space.name(), "demo", REPLICAS, "{maxUnavailable: 0, maxSurge: 1}"),
                            GenericKubernetesResource.class))
                    .create();
            Eventually.holds("all workers are ready", () -> ready(workers(space.name())) == REPLICAS);
            List<String> before = workers(space.name()).stream().map(Pods::name).toList();
            Eventually.holds("the cluster is ready", () -> isReady(space.name()));

            Counts counts = new Counts();
            try (Watch _ = client.pods()
                    .inNamespace(space.name())
                    .withLabel("mosaic.dev/role", "worker")
                    .watch(counts)) {
                Eventually.holds("the watch has begun", () -> counts.living() == REPLICAS);
                client.genericKubernetesResources("mosaic.dev/v1alpha1", "MosaicCluster")
                        .inNamespace(space.name())
                        .withName("demo")
                        .patch(
                                PatchContext.of(PatchType.JSON),
                                "[{\"op\": \"add\", \"path\": \"/spec/workerGroups/0/jvmArguments\", \"value\": [\"-Dupdate=1\"]}]");
                Eventually.holds(
                        "all workers are new",
                        () -> ready(workers(space.name())) == REPLICAS
                                && workers(space.name()).size() == REPLICAS
                                && workers(space.name()).stream().noneMatch(each -> before.contains(Pods.name(each))));
            }
            assertThat(counts.fewestReady()).as("ready while they are replaced").isEqualTo(REPLICAS);
            assertThat(counts.mostLiving()).as("alive while they are replaced").isEqualTo(REPLICAS + 1);
            assertThat(operator.complaints()).isEmpty();
        }
    }

    /** As the API server tells it, one change after the other. */
    private static final class Counts implements Watcher<Pod> {
        private final Map<String, Pod> pods = new HashMap<>();
        private int fewestReady = Integer.MAX_VALUE;
        private int mostLiving;

        @Override
        public synchronized void eventReceived(Action action, Pod pod) {
            if (action == Action.DELETED) {
                pods.remove(Pods.name(pod));
            } else {
                pods.put(Pods.name(pod), pod);
            }
            if (living() >= REPLICAS) {
                mostLiving = Math.max(mostLiving, living());
                fewestReady = Math.min(fewestReady, (int)
                        pods.values().stream().filter(Pods::ready).count());
            }
        }

        synchronized int living() {
            return (int) pods.values().stream().filter(Pods::lives).count();
        }

        synchronized int fewestReady() {
            return fewestReady;
        }

        synchronized int mostLiving() {
            return mostLiving;
        }

        @Override
        public void onClose(WatcherException cause) {
            throw new AssertionError("the watch has ended", cause);
        }
    }

    private List<Pod> workers(String namespace) {
        return client.pods()
                .inNamespace(namespace)
                .withLabel("mosaic.dev/role", "worker")
                .list()
                .getItems();
    }

    private static int ready(List<Pod> pods) {
        return (int) pods.stream().filter(Pods::ready).count();
    }

    private boolean isReady(String namespace) {
        dev.mosaic.crd.MosaicCluster cluster = client.resources(dev.mosaic.crd.MosaicCluster.class)
                .inNamespace(namespace)
                .withName("demo")
                .get();
        return Optional.ofNullable(cluster.getStatus())
                .flatMap(status -> status.condition("Ready"))
                .filter(each -> each.status() == dev.mosaic.crd.ConditionStatus.TRUE)
                .isPresent();
    }
}
