package dev.mosaic.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.Mosaic;
import dev.mosaic.PutOption;
import dev.mosaic.Ref;
import dev.mosaic.kubernetes.Kubernetes;
import dev.mosaic.testing.Eventually;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Volume;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The third tier is a MinIO in the cluster: what is durable outlives the warehouse's pod with its disk. S4.5. */
class ObjectStoreOnPodsTest {
    @RegisterExtension
    static final Product PRODUCT = new Product();

    @Test
    void shouldGiveBackWhatIsDurableFromTheBucketToANewWarehouse() {
        String namespace = PRODUCT.namespace("bucket");
        PRODUCT.apply(namespace, Storage.MINIO);
        PRODUCT.run("wait", "--namespace", namespace, "--for=condition=Ready", "pod/minio", "--timeout=60s");
        PRODUCT.apply(namespace, Yaml.cluster("demo", """
                disk: {type: EmptyDir, size: 1Gi}
                objectStore: {endpoint: "http://minio:9000", bucket: mosaic, credentialsSecretName: bucket}""", "replicas: 1"));
        PRODUCT.awaitReady(namespace, "demo");
        for (String role : List.of("head", "worker")) {
            assertThat(PRODUCT.pods(namespace, role)).isNotEmpty().noneMatch(ObjectStoreOnPodsTest::knowsCredentials);
        }
        assertThat(PRODUCT.pods(namespace, "warehouse")).isNotEmpty().allMatch(ObjectStoreOnPodsTest::knowsCredentials);

        double[] values = new double[500_000];
        Arrays.setAll(values, i -> i * 0.5);
        try (Mosaic mosaic = Mosaic.connect(Kubernetes.cluster(namespace, "demo"))) {
            Ref<double[]> ref = mosaic.put(values, PutOption.DURABLE);
            PRODUCT.replaceWarehouse(namespace);
            double sum = mosaic.submit((double[] read) -> Arrays.stream(read).sum(), ref)
                    .result(Duration.ofMinutes(2));
            assertThat(sum).isEqualTo(Arrays.stream(values).sum());
        }
    }

    @Test
    void shouldLeaveInTheBucketWhatIsDurableWhenItsClusterIsDeleted() throws Exception {
        String namespace = PRODUCT.namespace("bucket");
        try (Storage storage = Storage.open(PRODUCT, namespace)) {
            PRODUCT.apply(namespace, Yaml.cluster("demo", """
                    disk: {type: None}
                    objectStore: {endpoint: "http://minio:9000", bucket: mosaic, credentialsSecretName: bucket}""", "replicas: 0"));
            PRODUCT.awaitReady(namespace, "demo");
            String prefix = namespace + "/demo/";
            List<String> before = storage.keys(prefix);
            try (Mosaic mosaic = Mosaic.connect(Kubernetes.cluster(namespace, "demo"))) {
                var _ = mosaic.put(new double[100_000], PutOption.DURABLE);
                Eventually.holds(
                        "it is in the bucket",
                        Duration.ofMinutes(1),
                        () -> !added(storage, prefix, before).isEmpty(),
                        () -> PRODUCT.state(namespace));
                List<String> durable = added(storage, prefix, before);
                PRODUCT.run("delete", "mc/demo", "--namespace", namespace);
                Eventually.holds(
                        "its pods are gone",
                        Duration.ofMinutes(2),
                        () -> PRODUCT.run(
                                        "get",
                                        "pods",
                                        "--namespace",
                                        namespace,
                                        "--selector",
                                        Product.ROLE,
                                        "--output=name")
                                .isBlank(),
                        () -> PRODUCT.state(namespace));
                assertThat(storage.keys(prefix)).containsAll(durable);
            }
        }
    }

    private static List<String> added(Storage storage, String prefix, List<String> before) {
        try {
            List<String> keys = new ArrayList<>(storage.keys(prefix));
            keys.removeAll(before);
            return keys;
        } catch (Exception e) {
            throw new AssertionError("the bucket could not be listed", e);
        }
    }

    private static boolean knowsCredentials(Pod pod) {
        return pod.getSpec().getVolumes().stream()
                .map(Volume::getSecret)
                .anyMatch(secret -> secret != null && secret.getSecretName().equals("bucket"));
    }
}
