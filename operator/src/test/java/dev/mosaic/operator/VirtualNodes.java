package dev.mosaic.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.mosaic.crd.Cluster;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/**
 * Nodes on which pods run at once, and nothing runs: kwok says it. Pods land there that select and tolerate {@link #KEY}.
 *
 * <p><b>Failure:</b> where there is no kwok the test is skipped with the reason, or fails where {@code CI} is set.
 */
final class VirtualNodes implements AutoCloseable {
    static final String KEY = "mosaic.dev/virtual-node-of-test";

    /** Beside {@link #KEY}, for those who wonder what these nodes are. */
    private static final Map<String, Quantity> SIZE = Map.of(
            "cpu", new Quantity("64"),
            "memory", new Quantity("512Gi"),
            "ephemeral-storage", new Quantity("1Ti"),
            "pods", new Quantity("250"));

    private final Cluster cluster;
    private final Process kwok;

    /**
     * A cluster whose pods land there.
     *
     * @param updateStrategy of its workers, in YAML
     */
    static String cluster(String namespace, String name, int workers, String updateStrategy) {
        return """
                apiVersion: mosaic.dev/v1alpha1
                kind: MosaicCluster
                metadata: {name: %1$s, namespace: %2$s}
                spec:
                  imagePullPolicy: Never
                  head:
                    resources: {requests: {cpu: 10m, memory: 16Mi}}
                    template: &virtual
                      spec:
                        nodeSelector: {%3$s: "true"}
                        tolerations: [{key: %3$s, operator: Exists}]
                  warehouse:
                    memory: 64Mi
                    resources: {requests: {cpu: 10m, memory: 96Mi}}
                    template: *virtual
                  workerGroups:
                    - name: pool
                      replicas: %4$d
                      drainTimeout: 1s
                      updateStrategy: %5$s
                      resources: {requests: {cpu: 10m, memory: 16Mi}}
                      template: *virtual
                """.formatted(name, namespace, KEY, workers, updateStrategy);
    }

    private VirtualNodes(Cluster cluster, Process kwok) {
        this.cluster = cluster;
        this.kwok = kwok;
    }

    /** So many, until they are closed. */
    static VirtualNodes make(Cluster cluster, int count, Path log) {
        Process kwok = kwok(cluster, log);
        VirtualNodes nodes = new VirtualNodes(cluster, kwok);
        String now = Instant.now().toString();
        for (int i = 0; i < count; i++) {
            cluster.client()
                    .resource(new NodeBuilder()
                            .withNewMetadata()
                            .withName("virtual-of-test-" + i)
                            .addToLabels(KEY, "true")
                            .endMetadata()
                            .withNewSpec()
                            .addNewTaint()
                            .withKey(KEY)
                            .withEffect("NoSchedule")
                            .endTaint()
                            .endSpec()
                            .withNewStatus()
                            .withCapacity(SIZE)
                            .withAllocatable(SIZE)
                            .addNewCondition()
                            .withType("Ready")
                            .withStatus("True")
                            .withReason("Virtual")
                            .withLastHeartbeatTime(now)
                            .withLastTransitionTime(now)
                            .endCondition()
                            .endStatus()
                            .build())
                    .create();
        }
        return nodes;
    }

    private static Process kwok(Cluster cluster, Path log) {
        try {
            Path stages = Path.of(Objects.requireNonNull(VirtualNodes.class.getResource("kwok.yaml"))
                    .getPath());
            return new ProcessBuilder(
                            "kwok",
                            "--kubeconfig",
                            cluster.kubeconfig().toString(),
                            "--config",
                            stages.toString(),
                            "--manage-nodes-with-label-selector",
                            KEY + "=true",
                            "--node-lease-duration-seconds",
                            "40")
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
        } catch (IOException missing) {
            String reason = "kwok is not on the PATH";
            if (System.getenv().getOrDefault("CI", "").isEmpty()) {
                abort(reason);
            }
            throw new AssertionError(reason + "; where CI is set this is a failure", missing);
        }
    }

    @Override
    public void close() {
        cluster.client().nodes().withLabel(KEY, "true").delete();
        kwok.destroy();
        try {
            assertThat(kwok.waitFor(20, TimeUnit.SECONDS)).as("kwok ends").isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            kwok.destroyForcibly();
        }
    }
}
