package dev.mosaic.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.crd.Cluster;
import dev.mosaic.crd.MosaicCluster;
import dev.mosaic.crd.MosaicWorkerGroup;
import dev.mosaic.crd.TestNamespace;
import dev.mosaic.testing.Eventually;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two operators in one namespace, of which one is a canary: each object is one's, and moving it restarts nothing. */
@Tag("long")
@Tag("cluster")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class OperatorClassOnClusterTest {
    private static final String CLASS = "mosaic.dev/operator-class";

    private KubernetesClient client;
    private String space;

    @Test
    void shouldActOnObjectsOfItsClassOnlyAndTakeOverWithoutARestart() {
        Cluster cluster = Cluster.any().withCrds();
        client = cluster.client();
        try (TestNamespace namespace = cluster.namespace("class")) {
            space = namespace.name();
            declare("plain");
            declare("early", CLASS, "canary");
            try (RunningOperator plain =
                    RunningOperator.start(cluster, space, Path.of("target", "operator-plain.log"))) {
                awaitPods("plain");
                assertThat(pods("early"))
                        .as("of a class that nobody serves yet")
                        .isEmpty();
                assertThat(status("early")).isFalse();

                try (RunningOperator canary = RunningOperator.start(
                        cluster,
                        space,
                        Path.of("target", "operator-canary.log"),
                        Map.of("MOSAIC_OPERATOR_CLASS", "canary"))) {
                    awaitPods("early");
                    assertThat(group("early").getMetadata().getLabels()).containsEntry(CLASS, "canary");
                    assertThat(group("plain").getMetadata().getLabels()).doesNotContainKey(CLASS);

                    Map<String, String> before = pods("plain");
                    label("plain", "canary");
                    Eventually.holds(
                            "its group has the class",
                            () -> "canary"
                                    .equals(group("plain")
                                            .getMetadata()
                                            .getLabels()
                                            .get(CLASS)));
                    scale("plain-one", 2);
                    Eventually.holds(
                            "the canary makes its pods", () -> pods("plain").size() == before.size() + 1);
                    assertThat(pods("plain")).as("none was made anew").containsAllEntriesOf(before);
                    assertThat(canary.complaints()).isEmpty();
                }
                Map<String, String> without = pods("plain");
                scale("plain-one", 3);
                label("plain", null);
                Eventually.holds(
                        "its group has none",
                        () -> !group("plain").getMetadata().getLabels().containsKey(CLASS));
                Eventually.holds("it is back", () -> pods("plain").size() == without.size() + 1);
                assertThat(pods("plain")).as("none was made anew").containsAllEntriesOf(without);
                assertThat(plain.complaints()).isEmpty();
            }
        }
    }

    private void declare(String name, String... label) {
        client.resource(Given.read(
                        """
                        apiVersion: mosaic.dev/v1alpha1
                        kind: MosaicCluster
                        metadata: {name: %s, namespace: %s, labels: {team: a%s}}
                        spec:
                          imagePullPolicy: Never
                          head: {resources: {requests: {cpu: 10m, memory: 16Mi}}}
                          warehouse: {memory: 64Mi, resources: {requests: {cpu: 10m, memory: 80Mi}}}
                          workerGroups:
                          - {name: one, replicas: 1, drainTimeout: 1s, resources: {requests: {cpu: 10m, memory: 16Mi}}}
                        """.formatted(name, space, label.length == 0 ? "" : ", " + label[0] + ": " + label[1]),
                        GenericKubernetesResource.class))
                .create();
    }

    private void label(String name, String value) {
        client.resources(MosaicCluster.class)
                .inNamespace(space)
                .withName(name)
                .patch(
                        PatchContext.of(PatchType.JSON_MERGE),
                        "{\"metadata\": {\"labels\": {\"" + CLASS + "\": "
                                + (value == null ? "null" : '"' + value + '"') + "}}}");
    }

    private void scale(String group, int replicas) {
        client.resources(MosaicWorkerGroup.class)
                .inNamespace(space)
                .withName(group)
                .scale(replicas);
    }

    private MosaicWorkerGroup group(String cluster) {
        return client.resources(MosaicWorkerGroup.class)
                .inNamespace(space)
                .withName(cluster + "-one")
                .get();
    }

    private boolean status(String cluster) {
        return client.resources(MosaicCluster.class)
                        .inNamespace(space)
                        .withName(cluster)
                        .get()
                        .getStatus()
                != null;
    }

    private void awaitPods(String cluster) {
        Eventually.holds(
                "head, warehouse and worker of " + cluster + " are made",
                () -> roles(cluster).equals(Set.of("head", "warehouse", "worker")));
    }

    private Set<String> roles(String cluster) {
        return client.pods().inNamespace(space).withLabel("mosaic.dev/cluster", cluster).list().getItems().stream()
                .map(each -> each.getMetadata().getLabels().get("mosaic.dev/role"))
                .collect(Collectors.toSet());
    }

    /** Uids by their names. */
    private Map<String, String> pods(String cluster) {
        Map<String, String> found = new TreeMap<>();
        for (Pod each : client.pods()
                .inNamespace(space)
                .withLabel("mosaic.dev/cluster", cluster)
                .list()
                .getItems()) {
            found.put(each.getMetadata().getName(), each.getMetadata().getUid());
        }
        return found;
    }
}
