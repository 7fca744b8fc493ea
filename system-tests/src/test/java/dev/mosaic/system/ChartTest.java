package dev.mosaic.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.crd.Cluster;
import dev.mosaic.crd.Programs;
import dev.mosaic.testing.Eventually;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The chart as it is installed: its own test, and an operator that ends. */
class ChartTest {
    @RegisterExtension
    static final Product PRODUCT = Product.alone();

    @AfterEach
    void oneOperator() {
        helm("upgrade", "mosaic", "../helm/mosaic", "--reuse-values", "--set", "replicas=1", "--wait");
    }

    @Test
    void shouldPassItsOwnTest() {
        assertThat(helm("test", "mosaic")).contains("Succeeded");
    }

    @Test
    void shouldGoOnWithAnotherOperatorWhenTheLeaderIsKilled() {
        helm("upgrade", "mosaic", "../helm/mosaic", "--reuse-values", "--set", "replicas=2", "--wait");
        String leader = leader();
        String pod = PRODUCT.run("get", "pods", "--namespace", Product.SYSTEM, "--output=name")
                .lines()
                .map(name -> name.substring("pod/".length()))
                .filter(leader::startsWith)
                .findFirst()
                .orElseThrow();
        PRODUCT.expect("leader"); // who loses the lease says so
        PRODUCT.run("delete", "pod", pod, "--namespace", Product.SYSTEM, "--grace-period=0", "--force");
        Eventually.holds(
                "another operator leads",
                Duration.ofMinutes(2),
                () -> !leader().isEmpty() && !leader().equals(leader),
                () -> PRODUCT.state(Product.SYSTEM));
        String namespace = PRODUCT.namespace("leader");
        PRODUCT.apply(namespace, Yaml.cluster("demo", "", "replicas: 1"));
        PRODUCT.awaitReady(namespace, "demo");
    }

    @Test
    void shouldGoOnWhereTheProcessOfTheOnlyOperatorIsKilled() {
        String namespace = PRODUCT.namespace("restart");
        Pod operator = PRODUCT.operator();
        PRODUCT.kill(operator);
        PRODUCT.apply(namespace, """
                apiVersion: mosaic.dev/v1alpha1
                kind: MosaicCluster
                metadata: {name: demo}
                spec: {suspend: true}
                """);
        Eventually.holds(
                "the operator is back",
                Eventually.PATIENCE,
                () -> Product.restarts(PRODUCT.operator()) > Product.restarts(operator)
                        && Product.isReady(PRODUCT.operator()),
                () -> PRODUCT.state(Product.SYSTEM));
        PRODUCT.awaitCondition(namespace, "mc/demo", "jsonpath={.status.phase}=Suspended");
    }

    /** Who holds the Lease, its pod's name and more; empty where nobody does. */
    private static String leader() {
        return PRODUCT.run(
                        "get",
                        "lease",
                        "mosaic-operator",
                        "--namespace",
                        Product.SYSTEM,
                        "--output=jsonpath={.spec.holderIdentity}")
                .strip();
    }

    private static String helm(String... arguments) {
        Programs helm = Cluster.any().programs().within(Duration.ofMinutes(3));
        String[] command = new String[arguments.length + 3];
        command[0] = "helm";
        System.arraycopy(arguments, 0, command, 1, arguments.length);
        command[arguments.length + 1] = "--namespace";
        command[arguments.length + 2] = Product.SYSTEM;
        return helm.run(command);
    }
}
