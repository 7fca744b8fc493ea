package dev.mosaic.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.crd.TesseraPhase;
import dev.mosaic.testing.Eventually;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * The node with all pods of a cluster is lost, as a machine that loses its power: kubelet and containerd are killed, and all that runs in its
 * pods. Nobody deletes a pod or says that the node is gone. What lies in the object store is there again: a declared tessera that was
 * running there, whose last snapshot had come to the bucket.
 *
 * <p>What takes the time is Kubernetes: some 50 s until it holds the node for lost, the 30 s that pods tolerate it, the time that each pod has
 * to end, and then half a minute until the operator takes away the warehouse's. The workers of the group say themselves that they leave after
 * 30 s; without that word Kubernetes leaves them for five minutes.
 */
@Tag("long")
@Tag("timing")
@Tag("cluster")
@Timeout(700)
class LostNodeTest {
    private static final Duration LIMIT = Duration.ofMinutes(5);
    private static final Duration PATIENCE = Duration.ofMinutes(6);

    @RegisterExtension
    static final Product PRODUCT = new Product();

    private String namespace;

    @Test
    void shouldBringBackHeadWarehouseAndTesseraOfALostNode() throws Exception {
        namespace = PRODUCT.namespace("lostnode");
        PRODUCT.apply(namespace, Storage.MINIO);
        PRODUCT.run("wait", "--namespace", namespace, "--for=condition=Ready", "pod/minio", "--timeout=60s");
        Times joins = Times.begin();
        try (SecondNode node = SecondNode.join()) {
            joins.say("lost node: a second node joined");
            node.alone(true);
            PRODUCT.apply(namespace, Yaml.cluster("demo", """
                    disk: {type: EmptyDir, size: 1Gi}
                    objectStore: {endpoint: "http://minio:9000", bucket: mosaic, credentialsSecretName: bucket}""", """
                    replicas: 1
                    tolerations:
                      - {key: node.kubernetes.io/unreachable, operator: Exists, effect: NoExecute, tolerationSeconds: 30}
                      - {key: node.kubernetes.io/not-ready, operator: Exists, effect: NoExecute, tolerationSeconds: 30}"""));
            DeclaredCounter counter = DeclaredCounter.in(PRODUCT, namespace, "{mode: OnDemand, passivateAfter: 15s}");
            PRODUCT.awaitReady(namespace, "demo");
            HeadClient client = counter.client();
            assertThat(client.surely("add", "a")).isEqualTo("1");
            counter.awaitPhase(TesseraPhase.PASSIVE);
            node.alone(false);
            assertThat(client.surely("value", "awake")).isEqualTo("1");
            List<Pod> before = all();
            assertThat(before).as("head, warehouse, worker").hasSize(3).allMatch(LostNodeTest::isOnIt);

            node.lose();
            Times times = Times.begin();
            Eventually.holds("Kubernetes knows it", PATIENCE, () -> !node.isReady(), () -> PRODUCT.state(namespace));
            times.say("lost node: not ready");
            for (String role : List.of("head", "worker", "warehouse")) {
                awaitElsewhere(role, before);
                times.say("lost node: role " + role + " is ready elsewhere");
            }
            PRODUCT.awaitReady(namespace, "demo");
            assertThat(client.surely("add", "b")).as("it has its count").isEqualTo("2");
            Duration took = times.say("lost node: the declared tessera answered");
            assertThat(client.surely("add", "a"))
                    .as("a call of before is known")
                    .isEqualTo("1");
            assertThat(took).isLessThan(LIMIT);
        }
    }

    private List<Pod> all() {
        return Stream.of("head", "warehouse", "worker")
                .flatMap(role -> PRODUCT.pods(namespace, role).stream())
                .toList();
    }

    private static boolean isOnIt(Pod pod) {
        return SecondNode.NAME.equals(pod.getSpec().getNodeName());
    }

    private void awaitElsewhere(String role, List<Pod> before) {
        Set<String> old =
                before.stream().map(each -> each.getMetadata().getUid()).collect(Collectors.toSet());
        Eventually.holds(
                "role " + role + " is ready elsewhere",
                PATIENCE,
                () -> PRODUCT.pods(namespace, role).stream()
                        .anyMatch(each -> Product.isReady(each)
                                && !isOnIt(each)
                                && !old.contains(each.getMetadata().getUid())),
                () -> PRODUCT.run("get", "nodes", "--output=wide")
                        + PRODUCT.run("get", "pods", "--namespace", namespace, "--output=yaml")
                        + PRODUCT.state(namespace));
    }
}
