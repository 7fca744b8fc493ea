package dev.mosaic.operator.desired;

import dev.mosaic.crd.DeletionPolicy;
import dev.mosaic.crd.DiskSpec;
import dev.mosaic.crd.DiskType;
import dev.mosaic.crd.WarehouseSpec;
import dev.mosaic.headapi.Ports;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimBuilder;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpecBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSetBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The warehouse's StatefulSet and the Service that it needs for its pod's name. */
final class Warehouse {
    /** Durable entries are written to disk and bucket before it ends. */
    private static final Duration GRACE = Duration.ofSeconds(75);

    private Warehouse() {}

    static StatefulSet set(Declared declared) {
        String name = Names.warehouse(declared.name());
        String revision = Revision.ofWarehouse(declared);
        return new StatefulSetBuilder()
                .withMetadata(declared.metadata(name, Labels.of(declared.name(), Role.WAREHOUSE)))
                .editMetadata()
                .addToAnnotations(Labels.APPLIED, revision)
                .endMetadata()
                .withNewSpec()
                .withReplicas(1)
                .withServiceName(name)
                .withPodManagementPolicy("Parallel")
                .withNewSelector()
                .withMatchLabels(Labels.selecting(declared.name(), Role.WAREHOUSE))
                .endSelector()
                .withNewPersistentVolumeClaimRetentionPolicy()
                .withWhenDeleted(whenDeleted(declared.spec().warehouse().disk()))
                .withWhenScaled("Retain")
                .endPersistentVolumeClaimRetentionPolicy()
                .withTemplate(template(declared, revision))
                .withVolumeClaimTemplates(claims(declared))
                .endSpec()
                .build();
    }

    private static String whenDeleted(DiskSpec disk) {
        return disk.deletionPolicy() == DeletionPolicy.RETAIN ? "Retain" : "Delete";
    }

    static Service service(Declared declared) {
        return new ServiceBuilder()
                .withMetadata(
                        declared.metadata(Names.warehouse(declared.name()), Labels.of(declared.name(), Role.WAREHOUSE)))
                .withNewSpec()
                .withClusterIP("None")
                .withSelector(Labels.selecting(declared.name(), Role.WAREHOUSE))
                .withPublishNotReadyAddresses(true)
                .addNewPort()
                .withName("http")
                .withPort(Ports.HEALTH)
                .withProtocol("TCP")
                .endPort()
                .endSpec()
                .build();
    }

    private static PodTemplateSpec template(Declared declared, String revision) {
        WarehouseSpec spec = declared.spec().warehouse();
        BucketAccess bucket = BucketAccess.ofWarehouse(declared);
        PodTemplateSpecBuilder pod = RuntimePod.sharingMemory(new RuntimePod(
                        declared,
                        Role.WAREHOUSE,
                        Labels.of(declared.name(), Role.WAREHOUSE),
                        revision,
                        arguments(declared),
                        bucket.environment(),
                        Scratch.said(spec.wholeResources().toKubernetes(), spec.template()),
                        scratch(spec.disk()),
                        spec.placement())
                .template("Always", GRACE));
        pod.editSpec()
                .editFirstContainer()
                .addAllToVolumeMounts(bucket.mounts())
                .endContainer()
                .addAllToVolumes(bucket.volumes())
                .endSpec();
        if (spec.serviceAccountName() != null) {
            pod.editSpec().withServiceAccountName(spec.serviceAccountName()).endSpec();
        }
        if (spec.disk().type() != DiskType.NONE) {
            pod.editSpec()
                    .editFirstContainer()
                    .addToVolumeMounts(RuntimePod.mount(Names.ENTRIES_VOLUME, Names.DATA_FOLDER))
                    .endContainer()
                    .endSpec();
        }
        if (spec.disk().type() == DiskType.EMPTY_DIR) {
            pod.editSpec()
                    .addNewVolume()
                    .withName(Names.ENTRIES_VOLUME)
                    .withNewEmptyDir()
                    .withSizeLimit(new Quantity(Long.toString(folderBytes(spec.disk()))))
                    .endEmptyDir()
                    .endVolume()
                    .endSpec();
        }
        return RuntimePod.leavingLostNodes(Overlay.over(pod.build(), spec.template()));
    }

    private static List<String> arguments(Declared declared) {
        WarehouseSpec spec = declared.spec().warehouse();
        List<String> arguments = new ArrayList<>(List.of(
                "warehouse",
                "--join",
                Names.headHost(declared.namespace(), declared.name()) + ":" + Ports.MONITOR,
                "--host",
                "$(POD_IP)",
                "--memory",
                Long.toString(spec.memoryBytes()),
                "--disk",
                Long.toString(diskBytes(spec.disk()))));
        if (spec.disk().type() != DiskType.NONE) {
            arguments.addAll(List.of("--folder", Names.DATA_FOLDER));
        }
        arguments.addAll(List.of("--health", "0.0.0.0:" + Ports.HEALTH));
        return arguments;
    }

    /** A file system takes some of its volume for itself. */
    private static long diskBytes(DiskSpec disk) {
        return disk.type() == DiskType.PERSISTENT_VOLUME ? disk.sizeBytes() / 20 * 19 : disk.sizeBytes();
    }

    private static Scratch scratch(DiskSpec disk) {
        return disk.type() == DiskType.EMPTY_DIR ? Scratch.SMALL.withEntries(folderBytes(disk)) : Scratch.SMALL;
    }

    /** An entry that is replaced is there twice for a moment, and files end in whole blocks: who fills its disk must not be evicted. */
    private static long folderBytes(DiskSpec disk) {
        return disk.sizeBytes() + disk.sizeBytes() / 10;
    }

    private static List<PersistentVolumeClaim> claims(Declared declared) {
        DiskSpec disk = declared.spec().warehouse().disk();
        if (disk.type() != DiskType.PERSISTENT_VOLUME) {
            return List.of();
        }
        return List.of(new PersistentVolumeClaimBuilder()
                .withNewMetadata()
                .withName(Names.ENTRIES_VOLUME)
                .withLabels(Labels.of(declared.name(), Role.WAREHOUSE))
                .endMetadata()
                .withNewSpec()
                .withAccessModes("ReadWriteOnce")
                .withStorageClassName(disk.storageClassName())
                .withNewResources()
                .withRequests(Map.of("storage", new Quantity(Long.toString(disk.sizeBytes()))))
                .endResources()
                .endSpec()
                .build());
    }
}
