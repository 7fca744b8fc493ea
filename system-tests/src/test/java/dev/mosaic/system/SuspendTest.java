package dev.mosaic.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.Mosaic;
import dev.mosaic.crd.Cluster;
import dev.mosaic.kubernetes.Kubernetes;
import dev.mosaic.testing.Eventually;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A cluster rests when it is told to, or when nobody uses it, and comes back as it was. */
@Tag("long")
@Tag("cluster")
@Timeout(600)
class SuspendTest {
    @RegisterExtension
    static final Product PRODUCT = new Product();

    private String namespace;

    @Test
    void shouldRestAndComeBack() {
        namespace = PRODUCT.namespace("suspend");
        PRODUCT.apply(namespace, Yaml.cluster("demo", "", "replicas: 1"));
        PRODUCT.awaitReady(namespace, "demo");
        PRODUCT.run("scale", "mwg/demo-pool", "--replicas=2", "--namespace", namespace);
        PRODUCT.awaitPods(namespace, "worker", 2);
        String keys = keys();

        patch("{\"spec\": {\"suspend\": true}}");
        PRODUCT.awaitCondition(namespace, "mc/demo", "condition=Suspended");
        assertNothingRuns();
        assertThat(keys()).as("the keys").isEqualTo(keys);
        assertThat(PRODUCT.run("get", "mc/demo", "--namespace", namespace)).contains("Suspended");

        patch("{\"spec\": {\"suspend\": false, \"idle\": {\"after\": \"60s\"}}}");
        PRODUCT.awaitReady(namespace, "demo");
        PRODUCT.awaitPods(namespace, "worker", 2);
        Mosaic.connect(Kubernetes.cluster(namespace, "demo"), o -> o.timeout(Duration.ofMinutes(1)))
                .close();

        Times times = Times.begin();
        PRODUCT.awaitCondition(namespace, "mc/demo", "condition=Suspended");
        assertThat(times.say("idle for 60 s to suspended")).isGreaterThan(Duration.ofSeconds(50));
        assertNothingRuns();
        assertThat(spec()).as("what the user wrote").contains("\"suspend\":false");

        PRODUCT.run("annotate", "mc/demo", "mosaic.dev/resume=now", "--namespace", namespace);
        PRODUCT.awaitCondition(namespace, "mc/demo", "condition=Ready");
        PRODUCT.awaitPods(namespace, "worker", 2);
        assertThat(keys()).as("the keys").isEqualTo(keys);
    }

    @Test
    void shouldDeleteWhatNobodyUsesWhereThatIsWanted() {
        namespace = PRODUCT.namespace("idle");
        PRODUCT.apply(namespace, Yaml.cluster("demo", "", "replicas: 0"));
        PRODUCT.awaitReady(namespace, "demo");
        Mosaic.connect(Kubernetes.cluster(namespace, "demo"), o -> o.timeout(Duration.ofMinutes(1)))
                .close();

        Times times = Times.begin();
        patch("{\"spec\": {\"idle\": {\"after\": \"60s\", \"action\": \"Delete\"}}}");
        PRODUCT.run("wait", "--for=delete", "mc/demo", "--timeout=150s", "--namespace", namespace);
        assertThat(times.say("idle for 60 s to deleted")).isGreaterThan(Duration.ofSeconds(50));
        Eventually.holds(
                "nothing of it is left",
                Duration.ofMinutes(2),
                () -> PRODUCT.run("get", "mwg,pods,pvc,secrets,pdb", "--namespace", namespace, "--output=name")
                        .isBlank(),
                () -> PRODUCT.state(namespace));
        assertThat(PRODUCT.run("get", "events", "--namespace", namespace)).contains("DeletedIdleCluster");
    }

    private void assertNothingRuns() {
        assertThat(Cluster.any().client().pods().inNamespace(namespace).list().getItems())
                .as("pods")
                .isEmpty();
    }

    private String keys() {
        return Objects.requireNonNull(Cluster.any()
                        .client()
                        .secrets()
                        .inNamespace(namespace)
                        .withName("demo-keys")
                        .get())
                .getMetadata()
                .getResourceVersion();
    }

    private String spec() {
        return PRODUCT.run("get", "mc/demo", "--namespace", namespace, "--output=jsonpath={.spec}");
    }

    private void patch(String patch) {
        PRODUCT.run("patch", "mc/demo", "--type=merge", "--patch", patch, "--namespace", namespace);
    }
}
