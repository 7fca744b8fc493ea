package dev.mosaic.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.crd.Cluster;
import dev.mosaic.crd.ConditionStatus;
import dev.mosaic.crd.MosaicCluster;
import dev.mosaic.crd.MosaicWorkerGroup;
import dev.mosaic.testing.Eventually;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Clusters that are suspended, and clusters with autoscaled groups whose head finds no node, cost the API server nothing: in a while the
 * operator neither reads nor lists nor writes anything. Not counted are its watches, which the API server ends after some minutes and which
 * are opened again, and the Lease by which operators agree who acts; these are the same however many clusters there are.
 *
 * <p>Here it is a short while with few clusters. {@code -Dmosaic.rest.suspended=50 -Dmosaic.rest.pending=20 -Dmosaic.rest.seconds=600} is what
 * is promised: two passes of five minutes over each cluster are in it.
 */
@Tag("long")
@Tag("cluster")
@Timeout(value = 25, unit = TimeUnit.MINUTES)
class AtRestOnPodsTest {
    private static final int SUSPENDED = Integer.getInteger("mosaic.rest.suspended", 10);
    private static final int PENDING = Integer.getInteger("mosaic.rest.pending", 4);
    private static final Duration WHILE = Duration.ofSeconds(Integer.getInteger("mosaic.rest.seconds", 90));

    /** For each cluster, on a machine that does much else. */
    private static final Duration PATIENCE =
            Duration.ofMinutes(5).plus(Duration.ofSeconds(3).multipliedBy(SUSPENDED + PENDING));

    @RegisterExtension
    static final Product PRODUCT = new Product();

    @Test
    void shouldAskTheApiServerNothingForClustersThatRestOrWaitForANode() {
        String namespace = PRODUCT.namespace("atrest");
        try (OperatorRequests requests = OperatorRequests.count(PRODUCT)) {
            Pod operator = PRODUCT.operator();
            OperatorRequests.Counts before = requests.now();
            PRODUCT.apply(namespace, """
                    apiVersion: v1
                    kind: Secret
                    metadata: {name: bucket}
                    stringData: {accessKey: a, secretKey: b}
                    """);
            PRODUCT.apply(namespace, all("suspended", SUSPENDED, """
                    suspend: true
                    warehouse: {memory: 128Mi, objectStore: {endpoint: "http://minio:9000", bucket: mosaic, credentialsSecretName: bucket}}
                    """));
            PRODUCT.apply(namespace, all("pending", PENDING, """
                    progressDeadline: 1h
                    nodeSelector: {example.com/nowhere: "true"}
                    """));
            awaitStatuses(namespace);
            OperatorRequests.Counts quiet = requests.awaitQuiet(Duration.ofSeconds(15), PATIENCE);
            System.out.println("system-test figure: to declare " + (SUSPENDED + PENDING)
                    + " clusters the operator made " + quiet.since(before));
            assertThat(quiet.since(before).of("read"))
                    .as("what is counted is what the operator does")
                    .isGreaterThan(0);
            assertThat(quiet.since(before).of("write")).isGreaterThan(SUSPENDED + PENDING);

            LockSupport.parkNanos(WHILE.toNanos());
            OperatorRequests.Counts rest = requests.now().since(quiet);
            System.out.println("system-test figure: " + SUSPENDED + " suspended and " + PENDING
                    + " pending clusters in " + WHILE.toSeconds() + " s: " + rest);
            assertThat(rest.work()).as(rest.toString()).isZero();
            assertThat(rest.of("lease")).as("it lives, and leads").isGreaterThan(0);
            assertThat(PRODUCT.operator().getMetadata().getUid())
                    .isEqualTo(operator.getMetadata().getUid());
            assertThat(Product.restarts(PRODUCT.operator())).isEqualTo(Product.restarts(operator));
        }
    }

    private static String all(String prefix, int count, String spec) {
        return IntStream.range(0, count)
                .mapToObj(i -> """
                        apiVersion: mosaic.dev/v1alpha1
                        kind: MosaicCluster
                        metadata: {name: %s-%d}
                        spec:
                          imagePullPolicy: Never
                          workerGroups: [{name: pool, maxReplicas: 3}]
                        """.formatted(prefix, i) + spec.indent(2))
                .collect(Collectors.joining("---\n"));
    }

    /** Suspended, or with a head that no node takes. */
    private static void awaitStatuses(String namespace) {
        Eventually.holds(
                SUSPENDED + " clusters are suspended, " + PENDING + " wait for a node",
                PATIENCE,
                () -> {
                    List<MosaicCluster> all = Cluster.any()
                            .client()
                            .resources(MosaicCluster.class)
                            .inNamespace(namespace)
                            .list()
                            .getItems();
                    return all.stream().filter(AtRestOnPodsTest::isSuspended).count() == SUSPENDED
                            && all.stream().filter(AtRestOnPodsTest::isPending).count() == PENDING
                            && areGroupsLookedAt(namespace);
                },
                () -> PRODUCT.run("get", "mc", "--namespace", namespace, "--output=yaml"));
    }

    /** The last that their status gets: whether they are scaled. */
    private static boolean areGroupsLookedAt(String namespace) {
        return Cluster.any()
                .client()
                .resources(MosaicWorkerGroup.class)
                .inNamespace(namespace)
                .list()
                .getItems()
                .stream()
                .allMatch(each -> each.getStatus() != null
                        && each.getStatus().condition("ScalingActive").isPresent());
    }

    private static boolean isSuspended(MosaicCluster cluster) {
        return cluster.getStatus() != null
                && cluster.getStatus()
                        .condition("Suspended")
                        .filter(each -> each.status() == ConditionStatus.TRUE)
                        .isPresent();
    }

    private static boolean isPending(MosaicCluster cluster) {
        return cluster.getMetadata().getName().startsWith("pending")
                && cluster.getStatus() != null
                && cluster.getStatus()
                        .condition("HeadReady")
                        .filter(each -> each.status() == ConditionStatus.FALSE
                                && each.message().contains("node"))
                        .isPresent();
    }
}
