package dev.mosaic.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.crd.Cluster;
import dev.mosaic.crd.MosaicCluster;
import dev.mosaic.crd.TestNamespace;
import dev.mosaic.testing.Eventually;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.storage.StorageClass;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Volumes of warehouses on a real Kubernetes: how they grow, and what becomes of them. Nothing runs, and no disk is behind them: the test
 * says that a volume has grown, as a driver would.
 */
@Tag("cluster")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class VolumesOnClusterTest {
    private static final Path LOGS = Path.of("target");

    private static Cluster cluster;
    private static TestNamespace space;
    private static KubernetesClient client;
    private static RunningOperator operator;

    @BeforeAll
    @Timeout(value = 3, unit = TimeUnit.MINUTES)
    static void start() {
        cluster = Cluster.any().withCrds();
        client = cluster.client();
        space = cluster.namespace("volumes");
        operator = RunningOperator.start(cluster, space.name(), LOGS.resolve("operator-volumes.log"));
    }

    @AfterAll
    @Timeout(value = 3, unit = TimeUnit.MINUTES)
    static void leaveNothing() {
        if (operator != null) {
            operator.close();
        }
        if (space != null) {
            client.resources(PersistentVolume.class).withName(space.name()).delete();
            client.resources(StorageClass.class).withName(space.name()).delete();
            space.close();
        }
    }

    @AfterEach
    void shouldNotComplain() {
        assertThat(operator.complaints()).isEmpty();
    }

    private static void declare(String name, String disk) {
        client.resource(Given.read(
                        """
                        apiVersion: mosaic.dev/v1alpha1
                        kind: MosaicCluster
                        metadata: {name: %s, namespace: %s}
                        spec:
                          imagePullPolicy: Never
                          head: {resources: {requests: {cpu: 10m, memory: 16Mi}}}
                          warehouse:
                            memory: 64Mi
                            resources: {requests: {cpu: 10m, memory: 80Mi}}
                            disk: {type: PersistentVolume, storageClassName: %s, %s}
                        """.formatted(name, space.name(), space.name(), disk), GenericKubernetesResource.class))
                .forceConflicts()
                .serverSideApply();
    }

    private static Optional<PersistentVolumeClaim> claim(String name) {
        return Optional.ofNullable(client.persistentVolumeClaims()
                .inNamespace(space.name())
                .withName("entries-" + name + "-warehouse-0")
                .get());
    }

    private static Optional<Pod> warehouse(String name) {
        return Optional.ofNullable(client.pods()
                .inNamespace(space.name())
                .withName(name + "-warehouse-0")
                .get());
    }

    private static String uid(Optional<? extends HasMetadata> object) {
        return object.orElseThrow().getMetadata().getUid();
    }

    private static String asks(PersistentVolumeClaim claim) {
        return claim.getSpec()
                .getResources()
                .getRequests()
                .get("storage")
                .getNumericalAmount()
                .toPlainString();
    }

    private static boolean isDegraded(String name, String reason, String words) {
        return Optional.ofNullable(client.resources(MosaicCluster.class)
                        .inNamespace(space.name())
                        .withName(name)
                        .get()
                        .getStatus())
                .flatMap(status -> status.condition("Degraded"))
                .filter(each -> each.reason().equals(reason) && each.message().contains(words))
                .isPresent();
    }

    /** Nobody has made that volume, so it cannot grow: the API server says so of the claim. */
    @Test
    void shouldSayWhyAVolumeDoesNotGrowAndKeepTheWarehouse() {
        declare("stuck", "size: 1Gi");
        Eventually.present("there is a pod", () -> warehouse("stuck"));
        String before = uid(warehouse("stuck"));
        declare("stuck", "size: 2Gi");
        Eventually.holds("why it does not grow is in the status", () -> isDegraded("stuck", "VolumeNotGrown", "2Gi"));
        assertThat(uid(warehouse("stuck"))).isEqualTo(before);

        declare("stuck", "size: 512Mi");
        Eventually.holds(
                "a smaller one is refused with a reason",
                () -> isDegraded("stuck", "VolumeCannotShrink", "size=512Mi is less than the 1Gi"));
        declare("stuck", "size: 1Gi");
        Eventually.holds(
                "it is as it was",
                () -> !isDegraded("stuck", "VolumeNotGrown", "") && !isDegraded("stuck", "VolumeCannotShrink", ""));
        assertThat(uid(warehouse("stuck"))).isEqualTo(before);
    }

    @Test
    void shouldLetAVolumeGrowAndReplaceThePodWhenItHas() {
        client.resource(Given.read("""
                        apiVersion: storage.k8s.io/v1
                        kind: StorageClass
                        metadata: {name: %s}
                        provisioner: kubernetes.io/no-provisioner
                        allowVolumeExpansion: true
                        """.formatted(space.name()), StorageClass.class))
                .serverSideApply();
        client.resource(Given.read(
                        """
                        apiVersion: v1
                        kind: PersistentVolume
                        metadata: {name: %s}
                        spec:
                          capacity: {storage: 1Gi}
                          accessModes: [ReadWriteOnce]
                          persistentVolumeReclaimPolicy: Retain
                          storageClassName: %s
                          claimRef: {namespace: %s, name: entries-grown-warehouse-0}
                          hostPath: {path: /tmp/%s}
                        """.formatted(space.name(), space.name(), space.name(), space.name()), PersistentVolume.class))
                .serverSideApply();
        declare("grown", "size: 1Gi");
        PersistentVolumeClaim before = Eventually.present(
                "the claim is bound",
                () -> claim("grown")
                        .filter(each -> "Bound".equals(each.getStatus().getPhase())));
        Eventually.present("there is a pod", () -> warehouse("grown"));
        String pod = uid(warehouse("grown"));

        declare("grown", "size: 2Gi");
        Eventually.holds(
                "the claim asks for more",
                () -> asks(claim("grown").orElseThrow()).equals(Long.toString(2L << 30)));
        assertThat(uid(warehouse("grown"))).as("the volume is not grown yet").isEqualTo(pod);
        client.persistentVolumeClaims()
                .inNamespace(space.name())
                .withName("entries-grown-warehouse-0")
                .editStatus(claim -> {
                    claim.getStatus().setCapacity(Map.of("storage", new Quantity("2Gi")));
                    return claim;
                });
        Eventually.holds(
                "another pod is told of the larger disk",
                () -> warehouse("grown")
                        .filter(each -> !pod.equals(each.getMetadata().getUid()))
                        .filter(each -> each.getSpec()
                                .getContainers()
                                .getFirst()
                                .getArgs()
                                .contains(Long.toString((2L << 30) / 20 * 19)))
                        .isPresent());
        PersistentVolumeClaim after = claim("grown").orElseThrow();
        assertThat(after.getMetadata().getUid()).isEqualTo(before.getMetadata().getUid());
        assertThat(after.getMetadata().getDeletionTimestamp()).isNull();
        assertThat(after.getSpec().getVolumeName()).isEqualTo(space.name());
    }

    @Test
    void shouldKeepTheClaimOfADeletedClusterWhereThatIsSaid() {
        declare("kept", "size: 1Gi, deletionPolicy: Retain");
        declare("gone", "size: 1Gi");
        Eventually.present("there is a claim", () -> claim("kept"));
        Eventually.present("there is a claim", () -> claim("gone"));
        declare("gone", "size: 1Gi, deletionPolicy: Retain");
        Eventually.holds("it is to stay", () -> !isOwned("gone"));
        declare("gone", "size: 1Gi, deletionPolicy: Delete");
        Eventually.holds("it is to go", () -> isOwned("gone"));

        for (String name : new String[] {"kept", "gone"}) {
            client.resources(MosaicCluster.class)
                    .inNamespace(space.name())
                    .withName(name)
                    .delete();
        }
        Eventually.holds(
                "both pods are gone",
                () -> warehouse("kept").isEmpty() && warehouse("gone").isEmpty());
        Eventually.holds("its claim is gone", () -> claim("gone").isEmpty());
        assertThat(claim("kept").orElseThrow().getMetadata().getDeletionTimestamp())
                .isNull();
    }

    private static boolean isOwned(String name) {
        return claim(name).orElseThrow().getMetadata().getOwnerReferences().stream()
                .anyMatch(each -> each.getKind().equals("MosaicCluster"));
    }
}
