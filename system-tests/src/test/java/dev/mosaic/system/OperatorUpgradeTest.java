package dev.mosaic.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.mosaic.kubernetes.Kubernetes;
import dev.mosaic.testing.Eventually;
import io.fabric8.kubernetes.api.model.Pod;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * A product of before, whose messages are laid out as today's, runs a cluster and a program; then this operator takes the place of that one, and nothing
 * is restarted. {@code bin/test-images-before} makes the former, and {@code MOSAIC_TEST_BEFORE} says where it is.
 */
@Tag("long")
@Tag("upgrade")
@Timeout(600)
class OperatorUpgradeTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @RegisterExtension
    static final Product PRODUCT = Product.alone();

    @TempDir
    private Path folder;

    @AfterEach
    void installThisAgain() {
        Product.install(Path.of("../helm/mosaic"), Images.of(System.getenv()).orElseThrow());
    }

    @Test
    void shouldRestartNothing() throws Exception {
        Path before = before();
        PRODUCT.expect("leader"); // who loses the lease says so
        Product.install(before.resolve("helm/mosaic"), new Images("mosaic/runtime:before", "mosaic/operator:before"));
        String namespace = PRODUCT.namespace("upgrade");
        PRODUCT.apply(namespace, Yaml.cluster("demo", "", "replicas: 1"));
        PRODUCT.awaitReady(namespace, "demo");
        Map<String, Integer> pods = pods(namespace);

        try (LoadRun load = LoadRun.on(Kubernetes.cluster(namespace, "demo"), folder, entry -> former(entry, before))) {
            Product.install(
                    Path.of("../helm/mosaic"), Images.of(System.getenv()).orElseThrow());
            Eventually.holds(
                    "the new operator has seen the group",
                    PATIENCE,
                    () -> !PRODUCT.run(
                                    "get",
                                    "mwg/demo-pool",
                                    "--namespace",
                                    namespace,
                                    "--output=jsonpath={.status.revision}")
                            .isBlank(),
                    () -> PRODUCT.state(namespace));
            LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(5));
            assertThat(pods(namespace)).as("pods and their restarts").isEqualTo(pods);
            load.awaitMore("the operator is another", PATIENCE);

            PRODUCT.run("scale", "mwg/demo-pool", "--replicas=2", "--namespace", namespace);
            PRODUCT.awaitPods(namespace, "worker", 2);
            load.awaitMore("there is another worker", PATIENCE);
            PRODUCT.run("scale", "mwg/demo-pool", "--replicas=1", "--namespace", namespace);
            PRODUCT.awaitPods(namespace, "worker", 1);
            load.end();
        }
        assertThat(pods(namespace)).as("pods and their restarts").isEqualTo(pods);
    }

    private static Path before() {
        String said = System.getenv().getOrDefault("MOSAIC_TEST_BEFORE", "");
        if (!said.isEmpty()) {
            return Path.of(said);
        }
        String reason = "MOSAIC_TEST_BEFORE is not set: bin/test-images-before makes the former product";
        if (System.getenv().getOrDefault("CI", "").isEmpty()) {
            abort(reason);
        }
        throw new AssertionError(reason + "; where CI is set this is a failure");
    }

    /** Of an entry of the class path that is Mosaic's own, the one of then. */
    private static String former(String entry, Path before) {
        Path path = Path.of(entry).toAbsolutePath().normalize();
        if (!path.startsWith(ROOT)) {
            return entry;
        }
        Path module = ROOT.relativize(path);
        while (module != null && !module.endsWith("target")) {
            module = module.getParent();
        }
        Path former = before.resolve(module == null ? path : module).resolve("classes");
        return Files.exists(former) ? former.toString() : entry;
    }

    private static Map<String, Integer> pods(String namespace) {
        Map<String, Integer> restarts = new TreeMap<>();
        Stream.of("head", "warehouse", "worker")
                .flatMap(role -> PRODUCT.pods(namespace, role).stream())
                .forEach(pod -> restarts.put(
                        pod.getMetadata().getName() + " " + pod.getMetadata().getUid(), restarts(pod)));
        return restarts;
    }

    private static int restarts(Pod pod) {
        return Stream.ofNullable(pod.getStatus().getContainerStatuses())
                .flatMap(List::stream)
                .mapToInt(each -> each.getRestartCount())
                .sum();
    }
}
