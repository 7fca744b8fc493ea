package dev.mosaic.operator.scale;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import dev.mosaic.crd.Cluster;
import dev.mosaic.crd.MosaicCluster;
import dev.mosaic.crd.MosaicWorkerGroup;
import dev.mosaic.crd.MosaicWorkerGroupSpec;
import dev.mosaic.crd.MosaicWorkerGroupStatus;
import dev.mosaic.crd.TestNamespace;
import dev.mosaic.operator.Given;
import dev.mosaic.operator.apply.Events;
import dev.mosaic.operator.apply.ReplicaWriter;
import dev.mosaic.operator.head.SmallHead;
import dev.mosaic.operator.observe.Observer;
import dev.mosaic.operator.snapshot.GroupSnapshot;
import dev.mosaic.testing.Eventually;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The autoscaler between a head that says what it is told, and a real API server. */
@Tag("cluster")
class AutoscalerOnClusterTest {
    private static final String SIX = """
            {"epoch":1,"settled":true,"demand":[{"count":6,"needs":{"cpus":0.0,"gpus":1.0,"memoryBytes":0,"labels":{}},"bundles":[],"waitingSeconds":0.1,"reason":"needs 1 gpu"}],"nodes":[],"later":1}""";

    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private final BlockingQueue<String> asked = new LinkedBlockingQueue<>();

    @Test
    void shouldWriteReplicasForWhatWaitsAndDrainWhatIsIdleBeforeItLowersThem() throws InterruptedException {
        Cluster cluster = Cluster.any();
        KubernetesClient client = cluster.client();
        MosaicCluster declared = Given.cluster("""
                autoscaling: {idleTimeout: 1s, scaleDown: {stabilization: 1s}}
                workerGroups: [{name: gpu, maxReplicas: 6, accelerator: {count: 1}}]
                """);
        try (TestNamespace space = cluster.namespace("autoscaler");
                SmallHead head = new SmallHead("127.0.0.1")) {
            head.on("/v1/announced", this::note);
            head.on("/v1/nodes", this::note);
            head.on("/v1/cluster", this::stream);
            declared.getMetadata().setNamespace(space.name());
            declared.setStatus(Given.read(
                            "status: {conditions: [{type: HeadReady, status: 'True', reason: HeadReady, message: '', lastTransitionTime: '2026-11-22T06:00:00Z'}]}",
                            MosaicCluster.class)
                    .getStatus());
            MosaicWorkerGroup group = new MosaicWorkerGroup();
            group.setMetadata(new ObjectMetaBuilder()
                    .withName("demo-gpu")
                    .withNamespace(space.name())
                    .build());
            group.setSpec(new MosaicWorkerGroupSpec("demo", "gpu", 0));
            MosaicWorkerGroup made =
                    client.resource(group).fieldManager("mosaic-operator").serverSideApply();
            InstantSource clock = InstantSource.system();
            Observer observer = new Observer(client, Optional.empty(), clock);
            try (Autoscaler autoscaler = new Autoscaler(
                    head.api(),
                    observer,
                    new ReplicaWriter(client),
                    new Events(client, "test", clock, Runnable::run),
                    clock)) {
                autoscaler.saw(snapshot(declared, made, List.of()));
                assertThat(asked.poll(10, TimeUnit.SECONDS)).contains("PUT /v1/announced", "\"gpus\":1.0");
                lines.add(SIX);
                client.resource(made).waitUntilCondition(each -> each.getSpec().replicas() == 6, 10, TimeUnit.SECONDS);

                List<Pod> pods = new ArrayList<>();
                StringBuilder nodes = new StringBuilder();
                for (int i = 1; i <= 6; i++) {
                    pods.add(new PodBuilder(Given.pod("demo-gpu-" + i, "r", true, 9))
                            .editMetadata()
                            .withNamespace(space.name())
                            .endMetadata()
                            .editStatus()
                            .withPodIP("10.9.9." + i)
                            .endStatus()
                            .build());
                    nodes.append(i == 1 ? "" : ",")
                            .append("{\"uid\":\"node:")
                            .append(i)
                            .append("\",\"host\":\"10.9.9.")
                            .append(i)
                            .append("\",\"busy\":")
                            .append(i == 6)
                            .append(
                                    ",\"idleSeconds\":30.0,\"draining\":false,\"offers\":{\"cpus\":1,\"gpus\":1},\"free\":{\"cpus\":1,\"gpus\":1}}");
                }
                MosaicWorkerGroup six = client.resource(made).get();
                six.setStatus(offering(Map.of()));
                autoscaler.saw(snapshot(declared, six, pods));
                for (int i = 0; i < 100 && client.resource(made).get().getSpec().replicas() == 6; i++) {
                    lines.add("{\"epoch\":1,\"settled\":true,\"demand\":[],\"nodes\":[" + nodes + "]}");
                    asked.poll(100, TimeUnit.MILLISECONDS);
                }
                assertThat(client.resource(made).get().getSpec().replicas())
                        .as("the busy one stays")
                        .isEqualTo(1);
                Eventually.holds(
                        "what its pods offer is known",
                        () -> new Quantity("1")
                                .equals(autoscaler
                                        .saw(snapshot(declared, six, pods))
                                        .scaling()
                                        .orElseThrow()
                                        .offer()
                                        .get("gpu")));
            }
            made.setStatus(offering(Map.of("cpu", new Quantity("1"), "gpu", new Quantity("0"))));
            asked.clear();
            try (Autoscaler another = new Autoscaler(
                    head.api(),
                    observer,
                    new ReplicaWriter(client),
                    new Events(client, "test", clock, Runnable::run),
                    clock)) {
                another.saw(snapshot(declared, made, List.of()));
                // What the one before has sent may come first.
                String announced = "";
                while (announced != null && !announced.contains("\"gpus\":0.0")) {
                    announced = asked.poll(10, TimeUnit.SECONDS);
                }
                assertThat(announced)
                        .as("an operator that has just started knows what a pod of the group has said")
                        .contains("PUT /v1/announced");
            }
        }
    }

    private static GroupSnapshot snapshot(MosaicCluster cluster, MosaicWorkerGroup group, List<Pod> pods) {
        return new GroupSnapshot(group, Optional.of(Given.fresh(cluster)), pods, Optional.empty(), Given.NOW);
    }

    private static MosaicWorkerGroupStatus offering(Map<String, Quantity> offer) {
        return new MosaicWorkerGroupStatus(1L, 0, 0, 0, 0, null, 0, 0, "r", null, null, offer, List.of());
    }

    private void note(HttpExchange exchange) throws IOException {
        asked.add(exchange.getRequestMethod() + " " + exchange.getRequestURI() + " "
                + new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
        SmallHead.answer(exchange, 200, "{\"accepted\":true}");
    }

    private void stream(HttpExchange exchange) throws IOException {
        exchange.sendResponseHeaders(200, 0);
        try {
            while (true) {
                exchange.getResponseBody().write((lines.take() + "\n").getBytes(StandardCharsets.UTF_8));
                exchange.getResponseBody().flush();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
