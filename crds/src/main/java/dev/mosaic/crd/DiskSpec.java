package dev.mosaic.crd;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.ValidationRule;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The second tier of the warehouse. */
@Fields
@ValidationRule(
        value = "!has(self.storageClassName) || self.type == 'PersistentVolume'",
        message = "storageClassName is for type PersistentVolume only")
@ValidationRule(value = "self.type == oldSelf.type", message = "disk.type cannot change: make a new cluster")
@ValidationRule(
        value =
                "self.type != 'PersistentVolume' || oldSelf.type != 'PersistentVolume' || (has(self.storageClassName) ? self.storageClassName : '') == (has(oldSelf.storageClassName) ? oldSelf.storageClassName : '')",
        message = "storageClassName cannot change: make a new cluster")
@ValidationRule(
        value = "!has(self.deletionPolicy) || self.type == 'PersistentVolume'",
        message = "deletionPolicy is for type PersistentVolume only")
public record DiskSpec(
        @Default("EmptyDir")
        @JsonPropertyDescription(
                "What is behind it: EmptyDir (disk of the node, ends with the pod), PersistentVolume (outlives the pod, and the cluster where deletionPolicy says so) or None. It cannot change.")
        DiskType type,

        @Default("10Gi")
        @ValidationRule(
                value = "!isQuantity(string(self)) || !quantity(string(self)).isLessThan(quantity('64Mi'))",
                message = "disk.size must be at least 64Mi; for no disk at all write type: None")
        @JsonPropertyDescription(
                "Disk that entries may take, such as 100Gi. A PersistentVolume grows where its StorageClass allows that, and does not shrink.")
        Quantity size,

        @ObjectName
        @ValidationRule(value = Patterns.IS_OBJECT_NAME, message = Patterns.OBJECT_NAME_IN_WORDS)
        @JsonPropertyDescription(
                "StorageClass of the PersistentVolume; the default one of Kubernetes by default. It cannot change.")
        @Nullable String storageClassName,

        @JsonPropertyDescription(
                "What becomes of a PersistentVolume when the cluster is deleted: Delete or Retain; Delete by default. What lies in a bucket always stays.")
        @Nullable DeletionPolicy deletionPolicy) {
    /** Disk of the node. */
    public static final DiskSpec DEFAULT = new DiskSpec(DiskType.EMPTY_DIR, new Quantity("10Gi"), null, null);

    public DiskSpec {
        type = Objects.requireNonNullElse(type, DiskType.EMPTY_DIR);
        size = Objects.requireNonNullElseGet(size, () -> new Quantity("10Gi"));
    }

    /** The same, whatever becomes of it. */
    public DiskSpec withoutDeletionPolicy() {
        return new DiskSpec(type, size, storageClassName, null);
    }

    /** The same of another size. */
    public DiskSpec withSize(Quantity other) {
        return new DiskSpec(type, other, storageClassName, deletionPolicy);
    }

    /** Disk that entries may take; 0 where there is none. */
    public long sizeBytes() {
        return type == DiskType.NONE ? 0 : size.getNumericalAmount().longValue();
    }
}
