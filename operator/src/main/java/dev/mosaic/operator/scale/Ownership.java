package dev.mosaic.operator.scale;

import dev.mosaic.operator.desired.Labels;
import io.fabric8.kubernetes.api.model.FieldsV1;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ManagedFieldsEntry;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Who holds the replicas of a group, by what the API server notes about each field. */
final class Ownership {
    private static final Set<String> OURS = Set.of(Labels.OPERATOR, Labels.AUTOSCALER);

    private Ownership() {}

    /** Somebody else who wrote them: kubectl, a HorizontalPodAutoscaler, KEDA. */
    static Optional<String> foreign(HasMetadata group) {
        return entries(group).stream()
                .filter(Ownership::isForeign)
                .map(ManagedFieldsEntry::getManager)
                .findFirst();
    }

    /** The entries without those of others who hold the replicas. */
    static List<ManagedFieldsEntry> withoutForeign(HasMetadata group) {
        return entries(group).stream().filter(each -> !isForeign(each)).toList();
    }

    /** Somebody wants the autoscaler to have them again. */
    static boolean isToBeTaken(HasMetadata group) {
        Map<String, String> annotations = group.getMetadata().getAnnotations();
        return annotations != null && annotations.containsKey(Labels.TAKE_REPLICAS);
    }

    private static List<ManagedFieldsEntry> entries(HasMetadata group) {
        List<ManagedFieldsEntry> entries = group.getMetadata().getManagedFields();
        return entries == null ? List.of() : entries;
    }

    private static boolean isForeign(ManagedFieldsEntry entry) {
        return !OURS.contains(entry.getManager()) && holdsReplicas(entry.getFieldsV1());
    }

    private static boolean holdsReplicas(FieldsV1 fields) {
        return fields != null
                && fields.getAdditionalProperties().get("f:spec") instanceof Map<?, ?> spec
                && spec.containsKey("f:replicas");
    }
}
