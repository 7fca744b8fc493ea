package dev.mosaic.crd;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.ValidationRule;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The disk of the warehouse, which is its second tier. */
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
                "Kind of storage: EmptyDir (disk of the node, ends with the pod), PersistentVolume (outlives the pod; with deletionPolicy: Retain also the cluster) or None. It cannot change.")
        DiskType type,

        @Default("10Gi")
        @ValidationRule(
                value = "!isQuantity(string(self)) || !quantity(string(self)).isLessThan(quantity('64Mi'))",
                message = "disk.size must be at least 64Mi; for no disk at all write type: None")
        @JsonPropertyDescription(
                "Disk space for objects, such as 100Gi. A PersistentVolume can grow if its StorageClass allows this, but it cannot shrink.")
        Quantity size,

        @ObjectName
        @ValidationRule(value = Patterns.IS_OBJECT_NAME, message = Patterns.OBJECT_NAME_IN_WORDS)
        @JsonPropertyDescription(
                "StorageClass of the PersistentVolume; the default one of Kubernetes by default. It cannot change.")
        @Nullable String storageClassName,

        @JsonPropertyDescription(
                "What happens to a PersistentVolume when the cluster is deleted: Delete or Retain; Delete by default. Objects in a bucket always stay.")
        @Nullable DeletionPolicy deletionPolicy) {
    /** The default: 10Gi on the disk of the node. */
    public static final DiskSpec DEFAULT = new DiskSpec(DiskType.EMPTY_DIR, new Quantity("10Gi"), null, null);

    public DiskSpec {
        type = Objects.requireNonNullElse(type, DiskType.EMPTY_DIR);
        size = Objects.requireNonNullElseGet(size, () -> new Quantity("10Gi"));
    }

    /** A copy without a deletion policy. */
    public DiskSpec withoutDeletionPolicy() {
        return new DiskSpec(type, size, storageClassName, null);
    }

    /** A copy with another size. */
    public DiskSpec withSize(Quantity other) {
        return new DiskSpec(type, other, storageClassName, deletionPolicy);
    }

    /** The disk space for objects, in bytes; 0 if there is no disk. */
    public long sizeBytes() {
        return type == DiskType.NONE ? 0 : size.getNumericalAmount().longValue();
    }
}
