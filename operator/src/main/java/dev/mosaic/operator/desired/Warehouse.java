package dev.mosaic.operator.desired;

import dev.mosaic.crd.DeletionPolicy;
import dev.mosaic.crd.DiskSpec;
import dev.mosaic.crd.DiskType;
import dev.mosaic.crd.WarehouseSpec;
import dev.mosaic.headapi.Ports;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpecBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The warehouse's pod and the claim of its volume. */
final class Warehouse {
    /** Durable entries are written to disk and bucket before it ends. */
    private static final Duration GRACE = Duration.ofSeconds(75);

    private Warehouse() {}

    static Pod pod(Declared declared) {
        PodTemplateSpec template = template(declared, Revision.ofWarehouse(declared));
        return new PodBuilder()
                .withMetadata(template.getMetadata())
                .editMetadata()
                .withNamespace(declared.namespace())
                .withName(Names.warehousePod(declared.name()))
                .withOwnerReferences(declared.owner())
                .endMetadata()
                .withSpec(template.getSpec())
                .build();
    }

    /** Empty where the disk is no PersistentVolume. It goes with the cluster where the cluster owns it. */
    static Optional<PersistentVolumeClaim> claim(Declared declared) {
        DiskSpec disk = declared.spec().warehouse().disk();
        if (disk.type() != DiskType.PERSISTENT_VOLUME) {
            return Optional.empty();
        }
        PersistentVolumeClaimBuilder claim = new PersistentVolumeClaimBuilder()
                .withMetadata(
                        declared.metadata(Names.claim(declared.name()), Labels.of(declared.name(), Role.WAREHOUSE)))
                .withNewSpec()
                .withAccessModes("ReadWriteOnce")
                .withStorageClassName(disk.storageClassName())
                .withNewResources()
                .withRequests(Map.of("storage", new Quantity(Long.toString(disk.sizeBytes()))))
                .endResources()
                .endSpec();
        if (disk.deletionPolicy() == DeletionPolicy.RETAIN) {
            claim.editMetadata().withOwnerReferences().endMetadata();
        }
        return Optional.of(claim.build());
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
                        scratch(declared.disk()),
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
        DiskSpec disk = declared.disk();
        if (disk.type() != DiskType.NONE) {
            pod.editSpec()
                    .editFirstContainer()
                    .addToVolumeMounts(RuntimePod.mount(Names.ENTRIES_VOLUME, Names.DATA_FOLDER))
                    .endContainer()
                    .endSpec();
        }
        switch (disk.type()) {
            case EMPTY_DIR ->
                pod.editSpec()
                        .addNewVolume()
                        .withName(Names.ENTRIES_VOLUME)
                        .withNewEmptyDir()
                        .withSizeLimit(new Quantity(Long.toString(folderBytes(disk))))
                        .endEmptyDir()
                        .endVolume()
                        .endSpec();
            case PERSISTENT_VOLUME ->
                pod.editSpec()
                        .addNewVolume()
                        .withName(Names.ENTRIES_VOLUME)
                        .withNewPersistentVolumeClaim(Names.claim(declared.name()), false)
                        .endVolume()
                        .endSpec();
            case NONE -> {}
        }
        return RuntimePod.leavingLostNodes(Overlay.over(pod.build(), spec.template()));
    }

    private static List<String> arguments(Declared declared) {
        WarehouseSpec spec = declared.spec().warehouse();
        DiskSpec disk = declared.disk();
        List<String> arguments = new ArrayList<>(List.of(
                "warehouse",
                "--join",
                Names.headHost(declared.namespace(), declared.name()) + ":" + Ports.MONITOR,
                "--host",
                "$(POD_IP)",
                "--memory",
                Long.toString(spec.memoryBytes()),
                "--disk",
                Long.toString(diskBytes(disk))));
        if (disk.type() != DiskType.NONE) {
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
}
