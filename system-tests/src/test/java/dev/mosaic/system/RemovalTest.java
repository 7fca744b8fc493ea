package dev.mosaic.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.crd.Cluster;
import dev.mosaic.crd.Crds;
import dev.mosaic.crd.Programs;
import dev.mosaic.testing.Eventually;
import io.fabric8.kubernetes.api.model.Pod;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The chart and the definitions are removed in any order, and installed again. */
@Tag("long")
@Tag("cluster")
@Timeout(600)
class RemovalTest {
    private static final Path CHART = Path.of("../helm/mosaic");
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final String TESSERAE = "tesserae.mosaic.dev";

    @RegisterExtension
    static final Product PRODUCT = Product.alone();

    /** All objects go with their definitions. */
    @BeforeEach
    void mustHaveNothingToLose() {
        assertThat(PRODUCT.run("get", String.join(",", Crds.NAMES), "--all-namespaces", "--output=name"))
                .as("objects of others, which would be deleted")
                .isBlank();
    }

    /** A definition that waits for finalizers goes when the operator is there, and would take those with it that are installed meanwhile. */
    @AfterEach
    void installAgain() {
        installWithoutWaiting();
        Eventually.holds(
                "no definition is being deleted",
                PATIENCE,
                () -> PRODUCT.run("get", "crd", "--output=jsonpath={.items[*].metadata.deletionTimestamp}")
                        .isBlank(),
                () -> PRODUCT.state(Product.SYSTEM));
        install();
    }

    private static void install() {
        Product.install(CHART, Images.of(System.getenv()).orElseThrow());
    }

    @Test
    void shouldKeepAClusterWhileThereIsNoOperator() {
        String namespace = cluster();
        List<String> pods = pods(namespace);

        uninstall();
        assertThat(definitions()).containsExactlyInAnyOrderElementsOf(Crds.NAMES);
        assertThat(pods(namespace)).as("nothing is restarted").isEqualTo(pods);
        install();
        PRODUCT.run("annotate", "mc/demo", "example.com/seen=yes", "--namespace", namespace);
        PRODUCT.awaitReady(namespace, "demo");
        assertThat(pods(namespace)).as("nothing is restarted").isEqualTo(pods);
    }

    /** The operator takes the finalizers off. */
    @Test
    void shouldEndAllWithTheDefinitionsWhileTheOperatorIsThere() {
        PRODUCT.expect("the kind ");
        String namespace = cluster();
        declareTessera(namespace);

        deleteDefinitions("--timeout=100s");
        assertThat(definitions()).isEmpty();
        awaitNothing(namespace);
        Eventually.holds(
                "the operator is not ready",
                PATIENCE,
                () -> !Product.isReady(PRODUCT.operator()),
                () -> PRODUCT.state(Product.SYSTEM));
        uninstall();
        install();
        PRODUCT.apply(namespace, Yaml.cluster("demo", "", "replicas: 1"));
        PRODUCT.awaitReady(namespace, "demo");
    }

    /** Nobody is there who would take the finalizers off, until the operator comes back. */
    @Test
    void shouldEndWhatWaitsForTheOperatorWhenItIsInstalledAgain() {
        PRODUCT.expect("the kind ");
        PRODUCT.expect("AbstractWatchManager"); // what its watches say of a kind that is gone
        PRODUCT.expect("Reflector");
        String namespace = cluster();
        declareTessera(namespace);

        uninstall();
        deleteDefinitions("--wait=false");
        Eventually.holds(
                "all but one are gone",
                PATIENCE,
                () -> definitions().equals(List.of(TESSERAE)),
                () -> definitions().toString());
        awaitNothing(namespace);
        installWithoutWaiting();
        Eventually.holds(
                "the last one is gone",
                PATIENCE,
                () -> !definitions().contains(TESSERAE),
                () -> PRODUCT.state(Product.SYSTEM));
        install();
        assertThat(definitions()).containsExactlyInAnyOrderElementsOf(Crds.NAMES);
        PRODUCT.apply(namespace, Yaml.cluster("demo", "", "replicas: 1"));
        PRODUCT.awaitReady(namespace, "demo");
    }

    /** As docs/kubernetes.md has it. */
    @Test
    void shouldEndWhatWaitsForTheOperatorWhenItsFinalizersAreTakenOff() {
        String namespace = cluster();
        declareTessera(namespace);

        uninstall();
        deleteDefinitions("--wait=false");
        PRODUCT.run(
                "patch",
                "tessera",
                "lonely",
                "--namespace",
                namespace,
                "--type=merge",
                "--patch",
                "{\"metadata\":{\"finalizers\":null}}");
        Eventually.holds(
                "all are gone",
                PATIENCE,
                () -> definitions().isEmpty(),
                () -> definitions().toString());
        awaitNothing(namespace);
        install();
        PRODUCT.apply(namespace, Yaml.cluster("demo", "", "replicas: 1"));
        PRODUCT.awaitReady(namespace, "demo");
    }

    private static String cluster() {
        String namespace = PRODUCT.namespace("removal");
        PRODUCT.apply(namespace, Yaml.cluster("demo", "", "replicas: 1"));
        PRODUCT.awaitReady(namespace, "demo");
        return namespace;
    }

    private static void declareTessera(String namespace) {
        PRODUCT.apply(namespace, """
                apiVersion: mosaic.dev/v1alpha1
                kind: Tessera
                metadata: {name: lonely}
                spec:
                  clusterRef: {name: demo}
                  className: com.example.Counter
                  code: {artifacts: [{uri: "configmap://nothing/app.jar"}]}
                """);
        Eventually.holds(
                "it has a finalizer",
                PATIENCE,
                () -> !PRODUCT.run(
                                "get",
                                "tessera/lonely",
                                "--namespace",
                                namespace,
                                "--output=jsonpath={.metadata.finalizers}")
                        .isBlank(),
                () -> PRODUCT.state(namespace));
    }

    private static void uninstall() {
        programs().run("helm", "uninstall", "mosaic", "--namespace", Product.SYSTEM, "--wait", "--timeout=150s");
    }

    /** The operator ends when the definition that is being deleted is gone. */
    private static void installWithoutWaiting() {
        Product.installWithoutWaiting(CHART, Images.of(System.getenv()).orElseThrow());
    }

    private static void deleteDefinitions(String wait) {
        List<String> command = new ArrayList<>(List.of("delete", "crd"));
        command.addAll(Crds.NAMES);
        command.add(wait);
        PRODUCT.run(command.toArray(String[]::new));
    }

    private static List<String> definitions() {
        return PRODUCT.run("get", "crd", "--output=name")
                .lines()
                .map(each -> each.substring(each.indexOf('/') + 1))
                .filter(Crds.NAMES::contains)
                .sorted()
                .toList();
    }

    /** Kubernetes deletes what belongs to a cluster that is gone. */
    private static void awaitNothing(String namespace) {
        Eventually.holds(
                "all pods of the cluster are gone",
                PATIENCE,
                () -> pods(namespace).isEmpty(),
                () -> PRODUCT.kubectl("get", "pods", "--namespace", namespace).toString());
    }

    private static List<String> pods(String namespace) {
        return Stream.of("head", "warehouse", "worker")
                .flatMap(role -> PRODUCT.pods(namespace, role).stream())
                .map(RemovalTest::words)
                .sorted()
                .toList();
    }

    private static String words(Pod pod) {
        return pod.getMetadata().getUid() + " " + Product.restarts(pod);
    }

    private static Programs programs() {
        return Cluster.any().programs().within(Duration.ofSeconds(200));
    }
}
