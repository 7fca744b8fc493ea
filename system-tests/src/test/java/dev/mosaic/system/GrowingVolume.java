package dev.mosaic.system;

import dev.mosaic.crd.Cluster;
import dev.mosaic.testing.Eventually;
import io.fabric8.kubernetes.api.model.Quantity;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/**
 * A volume for one warehouse, of a StorageClass that lets it grow. It is a folder of this machine, and this says that it has grown where the
 * claim asks for more, as a driver would.
 *
 * <p><b>Failure:</b> the node has to be this machine, and this process has to be root.
 */
final class GrowingVolume {
    /** As whom pods run. */
    private static final int USER = 65532;

    private static final String CLAIM = "entries-brain-warehouse-0";

    private final Product product;
    private final String namespace;

    private GrowingVolume(Product product, String namespace) {
        this.product = product;
        this.namespace = namespace;
    }

    /** With 1 GiB for the warehouse of the cluster {@code brain}; its StorageClass is called as the namespace. */
    static GrowingVolume make(Product product, String namespace, Path disk) throws IOException {
        Files.createDirectory(disk);
        Files.setAttribute(disk, "unix:uid", USER);
        Files.setAttribute(disk, "unix:gid", USER);
        product.apply(namespace, """
                apiVersion: storage.k8s.io/v1
                kind: StorageClass
                metadata: {name: %s}
                provisioner: kubernetes.io/no-provisioner
                allowVolumeExpansion: true
                ---
                apiVersion: v1
                kind: PersistentVolume
                metadata: {name: %s}
                spec:
                  storageClassName: %s
                  capacity: {storage: 1Gi}
                  accessModes: [ReadWriteOnce]
                  persistentVolumeReclaimPolicy: Retain
                  claimRef: {namespace: %s, name: %s}
                  hostPath: {path: "%s", type: Directory}
                """.formatted(namespace, namespace, namespace, namespace, CLAIM, disk));
        return new GrowingVolume(product, namespace);
    }

    /** Says that the volume has grown once its claim asks for that, by a thread that ends then or after a minute. */
    Thread grow(String size) {
        return Thread.ofVirtual().start(() -> {
            Eventually.holds(
                    "the claim asks for " + size,
                    Duration.ofMinutes(1),
                    () -> bytes(size).compareTo(bytes(asked())) == 0,
                    () -> product.kubectl("get", "pvc", "--namespace", namespace, "--output=yaml"));
            Cluster.any()
                    .client()
                    .persistentVolumeClaims()
                    .inNamespace(namespace)
                    .withName(CLAIM)
                    .editStatus(claim -> {
                        claim.getStatus().setCapacity(Map.of("storage", new Quantity(size)));
                        return claim;
                    });
        });
    }

    private String asked() {
        return product.kubectl(
                        "get",
                        "pvc",
                        CLAIM,
                        "--namespace",
                        namespace,
                        "--output=jsonpath={.spec.resources.requests.storage}")
                .out();
    }

    private static BigDecimal bytes(String quantity) {
        return Quantity.getAmountInBytes(Quantity.parse(quantity));
    }

    /** The claim is gone, or goes. */
    void remove() {
        product.run("delete", "pv/" + namespace, "sc/" + namespace, "--ignore-not-found", "--wait=false");
    }
}
