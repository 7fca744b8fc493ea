package dev.mosaic.operator.desired;

import dev.mosaic.crd.DiskSpec;
import dev.mosaic.crd.DiskType;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimBuilder;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimCondition;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The volume of a warehouse. Its size is that of its claim: a warehouse is told of a larger one when the volume has grown, and volumes do
 * not shrink.
 *
 * <p><b>Threading:</b> pure.
 *
 * @param wanted the claim as the spec wants it; empty where the disk is no PersistentVolume
 * @param live the claim that is there
 */
public record Volume(Optional<PersistentVolumeClaim> wanted, Optional<PersistentVolumeClaim> live) {
    private static final String STORAGE = "storage";

    /**
     * The disk that a warehouse is told of.
     *
     * @param said by the spec
     */
    static DiskSpec told(DiskSpec said, PersistentVolumeClaim claim) {
        if (said.type() != DiskType.PERSISTENT_VOLUME) {
            return said;
        }
        boolean growsWithItsPod = is(claim, "FileSystemResizePending");
        long has = has(claim);
        long bytes = has == 0 || growsWithItsPod ? asks(claim) : Math.min(asks(claim), has);
        return bytes == said.sizeBytes() ? said : said.withSize(new Quantity(Long.toString(bytes)));
    }

    /** Whether a pod can be made with it. */
    public boolean isThere() {
        return wanted.isEmpty() || live.filter(claim -> !ends(claim)).isPresent();
    }

    /** The claim with another owner, or without one, and of the size that it has; empty where its owner is as wanted. */
    public Optional<PersistentVolumeClaim> otherwiseOwned() {
        return wanted.filter(claim -> live.filter(there -> !ends(there) && isOwned(there) != isOwned(claim))
                        .isPresent())
                .map(claim -> live.map(there -> sized(claim, asks(there))).orElse(claim));
    }

    /** The claim of another size; empty where it asks for the size that is wanted, or where that is less than the volume has. */
    public Optional<PersistentVolumeClaim> otherwiseSized() {
        return wanted.filter(claim -> live.filter(there -> !ends(there) && asks(there) != asks(claim))
                .filter(there -> asks(claim) > asks(there) || (has(there) > 0 && asks(claim) > has(there)))
                .isPresent());
    }

    /** That it asks for another size, for people. */
    public String words() {
        return wanted.flatMap(claim -> live.map(
                        there -> name(claim) + " asks for " + text(asks(claim)) + " instead of " + text(asks(there))))
                .orElse("");
    }

    /** Why it does not get as small as its spec says; empty where it need not. */
    public Optional<String> cannotShrink() {
        return wanted.flatMap(claim -> live.filter(
                        there -> asks(claim) < asks(there) && otherwiseSized().isEmpty())
                .map(there -> "spec.warehouse.disk.size=" + text(asks(claim)) + " is less than the " + text(asks(there))
                        + " that the volume has, and volumes do not shrink: write " + text(asks(there)) + " or more"));
    }

    /** What Kubernetes says against its growth. */
    public Optional<String> trouble() {
        return live.flatMap(claim -> conditions(claim).stream()
                .filter(each -> is(each, "ControllerResizeError") || is(each, "NodeResizeError"))
                .map(each -> name(claim) + " has " + text(has(claim)) + " of " + text(asks(claim)) + ": "
                        + each.getMessage())
                .findFirst());
    }

    private static boolean ends(HasMetadata object) {
        return object.getMetadata().getDeletionTimestamp() != null;
    }

    private static boolean isOwned(HasMetadata object) {
        return object.getMetadata().getOwnerReferences().stream()
                .anyMatch(each -> Boolean.TRUE.equals(each.getController()));
    }

    private static String name(HasMetadata claim) {
        return "PersistentVolumeClaim " + claim.getMetadata().getName();
    }

    private static PersistentVolumeClaim sized(PersistentVolumeClaim claim, long bytes) {
        return new PersistentVolumeClaimBuilder(claim)
                .editSpec()
                .withNewResources()
                .addToRequests(STORAGE, new Quantity(Long.toString(bytes)))
                .endResources()
                .endSpec()
                .build();
    }

    /** 0 before there is a volume. */
    private static long has(PersistentVolumeClaim claim) {
        return claim.getStatus() == null ? 0 : storage(claim.getStatus().getCapacity());
    }

    private static long asks(PersistentVolumeClaim claim) {
        return claim.getSpec().getResources() == null
                ? 0
                : storage(claim.getSpec().getResources().getRequests());
    }

    private static List<PersistentVolumeClaimCondition> conditions(PersistentVolumeClaim claim) {
        return claim.getStatus() == null ? List.of() : claim.getStatus().getConditions();
    }

    private static boolean is(PersistentVolumeClaim claim, String type) {
        return conditions(claim).stream().anyMatch(each -> is(each, type));
    }

    private static boolean is(PersistentVolumeClaimCondition condition, String type) {
        return type.equals(condition.getType()) && "True".equals(condition.getStatus());
    }

    /** In whole bytes, as a cluster's own size is. */
    private static long storage(@Nullable Map<String, Quantity> amounts) {
        Quantity amount = amounts == null ? null : amounts.get(STORAGE);
        return amount == null ? 0 : amount.getNumericalAmount().longValue();
    }

    /** In Gi or Mi where it is a whole number of them. */
    private static String text(long bytes) {
        if (bytes % (1L << 30) == 0) {
            return (bytes >> 30) + "Gi";
        }
        return bytes % (1L << 20) == 0 ? (bytes >> 20) + "Mi" : Long.toString(bytes);
    }
}
