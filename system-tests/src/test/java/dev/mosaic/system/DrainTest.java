package dev.mosaic.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.kubernetes.Kubernetes;
import dev.mosaic.testing.Eventually;
import io.fabric8.kubernetes.api.model.Pod;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * All pods of a cluster are evicted at once, while a program works and a declared tessera is called. As {@code kubectl drain} does it, who is
 * refused by a budget is asked again each five seconds. The node is not cordoned: on a cluster of one node all pods come back to it. The disk
 * of the warehouse goes with its pod: what is to outlast it is in a bucket.
 */
@Tag("long")
@Tag("timing")
@Tag("cluster")
@Timeout(400)
class DrainTest {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    /** As kubectl waits. */
    private static final Duration PAUSE = Duration.ofSeconds(5);

    @RegisterExtension
    static final Product PRODUCT = new Product();

    @TempDir
    private Path folder;

    private String namespace;

    @Test
    void shouldBeBackWithinTwoMinutesWhenAllItsPodsAreEvicted() throws Exception {
        namespace = PRODUCT.namespace("drain");
        PRODUCT.apply(namespace, Storage.MINIO);
        PRODUCT.run("wait", "--namespace", namespace, "--for=condition=Ready", "pod/minio", "--timeout=60s");
        PRODUCT.apply(namespace, Yaml.cluster("demo", """
                disk: {type: EmptyDir, size: 1Gi}
                objectStore: {endpoint: "http://minio:9000", bucket: mosaic, credentialsSecretName: bucket}""", "replicas: 2\ndrainTimeout: 30s"));
        DeclaredCounter counter = DeclaredCounter.in(PRODUCT, namespace, "{mode: OnDemand, passivateAfter: 10m}");
        PRODUCT.awaitReady(namespace, "demo");
        HeadClient client = counter.client();
        assertThat(client.surely("add", "before")).isEqualTo("1");
        try (LoadRun load =
                LoadRun.on(Kubernetes.cluster(namespace, "demo"), folder).saying(counter::state)) {
            List<Pod> before = all();
            assertThat(before).as("head, warehouse, two workers").hasSize(4);
            Times times = Times.begin();
            int refused = evict(before);
            times.say("drain: all pods are evicted");
            awaitBack(before);
            Duration took = times.say("drain: all pods are others and ready, after " + refused + " refusals");

            assertThat(client.surely("add", "after")).as("it has its count").isEqualTo("2");
            times.say("drain: the declared tessera answered");
            load.awaitMore("all pods were evicted", PATIENCE);
            load.end();
            assertThat(took).isLessThan(LIMIT);
        }
    }

    private List<Pod> all() {
        return Stream.of("head", "warehouse", "worker")
                .flatMap(role -> PRODUCT.pods(namespace, role).stream())
                .toList();
    }

    /** How often it was refused. */
    private int evict(List<Pod> pods) {
        List<Pod> left = new ArrayList<>(pods);
        int refused = 0;
        long end = System.nanoTime() + LIMIT.toNanos();
        while (!left.isEmpty()) {
            for (Iterator<Pod> each = left.iterator(); each.hasNext(); ) {
                if (Eviction.ask(each.next())) {
                    each.remove();
                } else {
                    refused++;
                }
            }
            if (!left.isEmpty()) {
                assertThat(System.nanoTime())
                        .as("budgets let all pods go in time; left are %s%n%s", names(left), PRODUCT.state(namespace))
                        .isLessThan(end);
                LockSupport.parkNanos(PAUSE.toNanos());
            }
        }
        return refused;
    }

    private void awaitBack(List<Pod> before) {
        Set<String> old =
                before.stream().map(each -> each.getMetadata().getUid()).collect(Collectors.toSet());
        Eventually.holds(
                "as many others are ready",
                PATIENCE,
                () -> {
                    List<Pod> now = all();
                    return now.size() == old.size()
                            && now.stream()
                                    .allMatch(each -> Product.isReady(each)
                                            && !old.contains(each.getMetadata().getUid()));
                },
                () -> PRODUCT.state(namespace));
        PRODUCT.awaitReady(namespace, "demo");
    }

    private static List<String> names(List<Pod> pods) {
        return pods.stream().map(each -> each.getMetadata().getName()).toList();
    }
}
