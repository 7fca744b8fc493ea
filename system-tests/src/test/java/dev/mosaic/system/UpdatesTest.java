package dev.mosaic.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.crd.Cluster;
import dev.mosaic.kubernetes.Kubernetes;
import dev.mosaic.testing.Eventually;
import io.fabric8.kubernetes.api.model.Pod;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Pods of all roles are replaced, removed and evicted while a program works: it sees nothing of it. */
@Tag("long")
@Tag("cluster")
@Timeout(600)
class UpdatesTest {
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    @RegisterExtension
    static final Product PRODUCT = new Product();

    @TempDir
    private Path folder;

    private String namespace;

    @Test
    void shouldReplaceAndRemovePodsWithoutAFailedTask() throws Exception {
        namespace = PRODUCT.namespace("updates");
        PRODUCT.apply(namespace, Yaml.cluster("demo", "", "replicas: 2\ndrainTimeout: 30s"));
        PRODUCT.awaitReady(namespace, "demo");
        try (LoadRun load =
                LoadRun.on(Kubernetes.cluster(namespace, "demo"), folder).saying(() -> PRODUCT.state(namespace))) {
            replaced(load, "worker", """
                    [{"op": "add", "path": "/spec/workerGroups/0/jvmArguments", "value": ["-Dupdate=1"]}]""");
            replaced(load, "warehouse", """
                    [{"op": "replace", "path": "/spec/warehouse/memory", "value": "136Mi"}]""");
            replaced(load, "head", """
                    [{"op": "add", "path": "/spec/head/template",
                      "value": {"metadata": {"annotations": {"example.com/update": "1"}}}}]""");

            scale(3);
            PRODUCT.awaitPods(namespace, "worker", 3);
            scale(1);
            awaitGone(PRODUCT.pods(namespace, "worker"), 1);
            load.awaitMore("scaled down", PATIENCE);
            scale(2);
            PRODUCT.awaitPods(namespace, "worker", 2);

            evict(load);
            tryABadImage(load);
            load.end();
        }
    }

    /** All pods of that role, and no others, are replaced by the patch. */
    private void replaced(LoadRun load, String role, String patch) {
        Set<String> others = uids("head", "warehouse", "worker");
        Set<String> before = uids(role);
        others.removeAll(before);
        Times times = Times.begin();
        patch(patch);
        Eventually.holds(
                "role " + role + " is replaced",
                PATIENCE,
                () -> {
                    List<Pod> now = PRODUCT.pods(namespace, role);
                    return now.size() == before.size()
                            && now.stream().allMatch(Product::isReady)
                            && now.stream()
                                    .noneMatch(pod ->
                                            before.contains(pod.getMetadata().getUid()));
                },
                () -> PRODUCT.state(namespace));
        times.say("rolling update of role " + role + ", " + before.size() + " pods");
        load.awaitMore("role " + role + " is replaced", PATIENCE);
        assertThat(uids("head", "warehouse", "worker")).as("others stay").containsAll(others);
    }

    /** As {@code kubectl drain} does, when the budget lets it. */
    private void evict(LoadRun load) {
        PRODUCT.awaitReady(namespace, "demo");
        List<Pod> workers = PRODUCT.pods(namespace, "worker");
        Eventually.holds(
                "the budget lets one go",
                PATIENCE,
                () -> Eviction.ask(workers.getFirst()),
                () -> PRODUCT.run("get", "pdb", "--namespace", namespace));
        boolean both = Eviction.ask(workers.getLast());
        long replaced = PRODUCT.pods(namespace, "worker").stream()
                .filter(each -> Product.isReady(each)
                        && workers.stream()
                                .noneMatch(old -> old.getMetadata()
                                        .getUid()
                                        .equals(each.getMetadata().getUid())))
                .count();
        assertThat(both && replaced == 0)
                .as("the other one may go before there is a new one")
                .isFalse();
        PRODUCT.awaitPods(namespace, "worker", 2);
        load.awaitMore("a worker was evicted", PATIENCE);
    }

    /** One worker is tried and does not get ready: that is said, and all others work on. */
    private void tryABadImage(LoadRun load) {
        Set<String> core = uids("head", "warehouse");
        Set<String> workers = uids("worker");
        patch("""
                [{"op": "add", "path": "/spec/progressDeadline", "value": "10s"},
                 {"op": "add", "path": "/spec/image", "value": "mosaic/no-such-image:0"}]""");
        PRODUCT.awaitCondition(
                namespace,
                "mc/demo",
                "jsonpath={.status.conditions[?(@.type==\"Progressing\")].reason}=ProgressDeadlineExceeded");
        load.awaitMore("an image is bad", PATIENCE);
        assertThat(uids("head", "warehouse")).isEqualTo(core);
        assertThat(uids("worker").stream().filter(workers::contains))
                .as("good old workers")
                .hasSize(1);

        patch("""
                [{"op": "remove", "path": "/spec/image"}]""");
        PRODUCT.awaitPods(namespace, "worker", 2);
        PRODUCT.awaitReady(namespace, "demo");
        load.awaitMore("the image is good again", PATIENCE);
        assertThat(uids("head", "warehouse")).isEqualTo(core);
    }

    private void scale(int replicas) {
        PRODUCT.run("scale", "mwg/demo-pool", "--replicas=" + replicas, "--namespace", namespace);
    }

    private void awaitGone(List<Pod> before, int left) {
        Eventually.holds(
                before.size() - left + " pods are gone",
                PATIENCE,
                () -> Cluster.any()
                                .client()
                                .pods()
                                .inNamespace(namespace)
                                .withLabel(Product.ROLE, "worker")
                                .list()
                                .getItems()
                                .size()
                        == left,
                () -> PRODUCT.state(namespace));
    }

    private void patch(String patch) {
        PRODUCT.run("patch", "mc/demo", "--type=json", "--patch", patch, "--namespace", namespace);
    }

    private Set<String> uids(String... roles) {
        return Arrays.stream(roles)
                .flatMap(role -> PRODUCT.pods(namespace, role).stream())
                .map(pod -> pod.getMetadata().getUid())
                .collect(Collectors.toSet());
    }
}
