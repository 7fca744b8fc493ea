package dev.mosaic.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.Mosaic;
import dev.mosaic.Remote;
import dev.mosaic.Task;
import dev.mosaic.crd.Cluster;
import dev.mosaic.crd.Condition;
import dev.mosaic.crd.MosaicCluster;
import dev.mosaic.crd.MosaicWorkerGroup;
import dev.mosaic.kubernetes.Kubernetes;
import dev.mosaic.testing.Eventually;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import program.Equipped;

/** Worker pods that come when something waits for them, and go when they are idle. */
@Tag("long")
@Tag("cluster")
@Timeout(300)
class ElasticTest {
    private static final Duration LONG = Duration.ofMinutes(2);

    /** In benchmarks/results stands what it is; this is what a machine that does much else may make of it. */
    private static final Duration SOON = Duration.ofSeconds(5);

    private static final String QUICK = "autoscaling: {idleTimeout: 5s, scaleDown: {stabilization: 5s}}\n";

    @RegisterExtension
    static final Product PRODUCT = new Product();

    /** So many times one GPU, from no worker at all, and back to none. */
    @Test
    void shouldMakeWorkersForWhatWaitsAndRemoveThemWhenIdle() {
        String namespace = PRODUCT.namespace("elastic");
        PRODUCT.apply(namespace, elastic("maxReplicas: 6\naccelerator: {count: 1}"));
        PRODUCT.awaitReady(namespace, "demo");
        MosaicCluster declared = cluster(namespace);
        int gpus = Math.min(6, gpus());
        List<Long> millis = new ArrayList<>();

        try (Mosaic mosaic = Mosaic.connect(Kubernetes.cluster(namespace, "demo"))) {
            for (int round = 0; round < 2; round++) {
                Queue<Long> made = new ConcurrentLinkedQueue<>();
                try (Watch _ = watch(namespace, made)) {
                    long asked = System.nanoTime();
                    List<Remote<Equipped>> all = IntStream.range(0, gpus)
                            .mapToObj(i -> mosaic.withOptions(o -> o.gpus(1)).remote(Equipped::new))
                            .toList();
                    List<Task<String>> work = all.stream()
                            .map(each -> each.call(Equipped::visible))
                            .toList();
                    assertThat(work.stream().map(each -> each.result(LONG)).distinct())
                            .as("each has a device of its own")
                            .hasSize(gpus);
                    assertThat(made).hasSize(gpus);
                    made.forEach(at -> millis.add((at - asked) / 1_000_000));
                    all.forEach(Remote::drop);
                }
                awaitNoPods(namespace);
            }
        }
        System.out.println("system-test figure: demand to pod created, ms " + millis);
        assertThat(millis).allMatch(each -> each <= SOON.toMillis());

        MosaicCluster after = cluster(namespace);
        assertThat(after.getSpec()).isEqualTo(declared.getSpec());
        assertThat(after.getMetadata().getGeneration())
                .isEqualTo(declared.getMetadata().getGeneration());
        List<String> before = versions(namespace);
        LockSupport.parkNanos(Duration.ofSeconds(12).toNanos());
        assertThat(versions(namespace)).as("what is idle is not written").isEqualTo(before);
    }

    @Test
    void shouldLeaveReplicasToWhoScalesThemUntilTheyAreGivenBack() {
        String namespace = PRODUCT.namespace("foreign");
        PRODUCT.apply(namespace, elastic("maxReplicas: 3"));
        PRODUCT.awaitReady(namespace, "demo");
        PRODUCT.run("scale", "mwg/demo-pool", "--replicas=1", "--namespace", namespace);
        PRODUCT.awaitPods(namespace, "worker", 1);
        Eventually.holds(
                "it steps back",
                LONG,
                () -> scaling(namespace)
                        .filter(each -> each.reason().equals("ForeignOwner"))
                        .isPresent(),
                () -> PRODUCT.state(namespace));
        String message = scaling(namespace).orElseThrow().message();
        assertThat(message).contains("kubectl annotate mwg/demo-pool mosaic.dev/take-replicas=");
        LockSupport.parkNanos(Duration.ofSeconds(15).toNanos());
        assertThat(PRODUCT.pods(namespace, "worker"))
                .as("idle for longer than 5 s")
                .hasSize(1);
    }

    /** Nodes for pods that no node takes: a small controller makes them, as those of clouds do. */
    @Test
    void shouldMakePendingPodsThatNodesAreMadeForAndThenTryAnotherGroup() {
        String namespace = PRODUCT.namespace("nodes");
        PRODUCT.apply(
                namespace, elastic("maxReplicas: 2") + """
                    - name: rare
                      maxReplicas: 2
                      priority: 10
                      provisionTimeout: 20s
                      accelerator: {count: 1}
                      nodeSelector: {mosaic.test/elastic: "%s"}
                      tolerations: [{key: mosaic.test/elastic, operator: Exists}]
                      resources: {requests: {cpu: 50m, memory: 512Mi}, limits: {memory: 1Gi}}
                    - name: sure
                      maxReplicas: 2
                      accelerator: {count: 1}
                      resources: {requests: {cpu: 50m, memory: 512Mi}, limits: {memory: 1Gi}}
                """.formatted(namespace).indent(0));
        PRODUCT.awaitReady(namespace, "demo");
        String node = "elastic-" + namespace;
        try (Mosaic mosaic = Mosaic.connect(Kubernetes.cluster(namespace, "demo"))) {
            Remote<Equipped> one = mosaic.withOptions(o -> o.gpus(1)).remote(Equipped::new);
            Task<String> work = one.call(Equipped::visible);
            Eventually.holds(
                    "a pod of the group that comes first is pending",
                    LONG,
                    () -> of(namespace, "rare").stream().anyMatch(ElasticTest::isUnschedulable),
                    () -> PRODUCT.state(namespace));
            client().resource(node(node, namespace)).create();
            Eventually.holds(
                    "it is placed on the node that was made for it",
                    LONG,
                    () -> of(namespace, "rare").stream()
                            .anyMatch(each -> node.equals(each.getSpec().getNodeName())),
                    () -> PRODUCT.state(namespace));
            // Nothing runs there, so it does not join in time.
            assertThat(work.result(LONG)).startsWith("GPU-fake-");
            assertThat(of(namespace, "sure")).hasSize(1);
            Eventually.holds(
                    "what is late is withdrawn",
                    LONG,
                    () -> replicas(namespace, "rare") == 0,
                    () -> PRODUCT.state(namespace));
        } finally {
            client().pods()
                    .inNamespace(namespace)
                    .withLabel("mosaic.dev/group", "rare")
                    .withGracePeriod(0)
                    .delete();
            client().nodes().withName(node).delete();
        }
    }

    // ---- what there is

    private static String elastic(String group) {
        return Yaml.cluster("demo", "", group).replace("  workerGroups:", "  " + QUICK + "  workerGroups:");
    }

    private static KubernetesClient client() {
        return Cluster.any().client();
    }

    private static MosaicCluster cluster(String namespace) {
        return client().resources(MosaicCluster.class)
                .inNamespace(namespace)
                .withName("demo")
                .get();
    }

    private static int gpus() {
        return client().nodes().list().getItems().stream()
                .filter(each -> !each.getMetadata().getLabels().containsKey("mosaic/virtual"))
                .map(each -> each.getStatus().getAllocatable().get("nvidia.com/gpu"))
                .mapToInt(each -> each == null ? 0 : each.getNumericalAmount().intValue())
                .sum();
    }

    /** When each worker pod was heard of. */
    private static Watch watch(String namespace, Queue<Long> made) {
        return client().pods()
                .inNamespace(namespace)
                .withLabel(Product.ROLE, "worker")
                .watch(new Watcher<Pod>() {
                    @Override
                    public void eventReceived(Action action, Pod pod) {
                        if (action == Action.ADDED) {
                            made.add(System.nanoTime());
                        }
                    }

                    @Override
                    public void onClose(WatcherException cause) {
                        // Then pods are missing, and the test says so.
                    }
                });
    }

    private static void awaitNoPods(String namespace) {
        Eventually.holds(
                "no worker is left",
                LONG,
                () -> client().pods()
                        .inNamespace(namespace)
                        .withLabel(Product.ROLE, "worker")
                        .list()
                        .getItems()
                        .isEmpty(),
                () -> PRODUCT.state(namespace));
    }

    private static Optional<Condition> scaling(String namespace) {
        return Optional.ofNullable(group(namespace, "pool").getStatus())
                .flatMap(status -> status.condition("ScalingActive"));
    }

    private static MosaicWorkerGroup group(String namespace, String name) {
        return client().resources(MosaicWorkerGroup.class)
                .inNamespace(namespace)
                .withName("demo-" + name)
                .get();
    }

    private static int replicas(String namespace, String name) {
        return group(namespace, name).getSpec().replicas();
    }

    private static List<Pod> of(String namespace, String group) {
        return client().pods()
                .inNamespace(namespace)
                .withLabel("mosaic.dev/group", group)
                .list()
                .getItems();
    }

    private static boolean isUnschedulable(Pod pod) {
        return pod.getStatus().getConditions().stream()
                .anyMatch(each -> each.getType().equals("PodScheduled")
                        && each.getStatus().equals("False"));
    }

    private static List<String> versions(String namespace) {
        List<HasMetadata> all = new ArrayList<>();
        all.addAll(client().resources(MosaicCluster.class)
                .inNamespace(namespace)
                .list()
                .getItems());
        all.addAll(client().resources(MosaicWorkerGroup.class)
                .inNamespace(namespace)
                .list()
                .getItems());
        all.addAll(client().services().inNamespace(namespace).list().getItems());
        all.addAll(client().secrets().inNamespace(namespace).list().getItems());
        return all.stream()
                .map(each -> each.getKind() + " " + each.getMetadata().getName() + " "
                        + each.getMetadata().getResourceVersion())
                .sorted()
                .toList();
    }

    private static Node node(String name, String namespace) {
        Map<String, Quantity> size = Map.of(
                "cpu", new Quantity("8"),
                "memory", new Quantity("64Gi"),
                "pods", new Quantity("50"),
                "ephemeral-storage", new Quantity("100Gi"),
                "nvidia.com/gpu", new Quantity("2"));
        return new NodeBuilder()
                .withNewMetadata()
                .withName(name)
                .addToLabels("mosaic.test/elastic", namespace)
                .addToLabels("mosaic/virtual", "without-kwok")
                .endMetadata()
                .withNewSpec()
                .addNewTaint()
                .withKey("mosaic.test/elastic")
                .withEffect("NoSchedule")
                .endTaint()
                .endSpec()
                .withNewStatus()
                .withCapacity(size)
                .withAllocatable(size)
                .addNewCondition()
                .withType("Ready")
                .withStatus("True")
                .endCondition()
                .endStatus()
                .build();
    }
}
