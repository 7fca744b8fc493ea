package dev.mosaic.operator.desired;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ManagedFieldsEntry;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSetBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

/**
 * What of an object somebody else has changed. Server-side apply notes who holds each field: a field that the operator applied and does not
 * hold any more was changed, or taken out, by somebody else. Values are not compared, so defaults and fields of others are no drift. Of a
 * StatefulSet only {@link #kept} is looked at.
 *
 * <p><b>Threading:</b> pure.
 */
public final class Drift {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** Who an object is, and what the operator does not look at. */
    private static final Set<String> PASSED_OVER = Set.of(
            "apiVersion",
            "kind",
            "status",
            "metadata.name",
            "metadata.namespace",
            "metadata.resourceVersion",
            "metadata.ownerReferences");

    /** Labels of a StatefulSet without which the operator does not find it, or does not know what it is. */
    private static final List<String> LABELS_OF_SETS = List.of(Labels.MANAGED_BY, Labels.CLUSTER, Labels.ROLE);

    /** What becomes of the claims of a StatefulSet, which the user may change, too. */
    public static final String RETENTION = "spec.persistentVolumeClaimRetentionPolicy.whenDeleted";

    private Drift() {}

    /** Whether that entry says what the operator holds. */
    public static boolean isOurs(ManagedFieldsEntry entry) {
        return Labels.OPERATOR.equals(entry.getManager())
                && entry.getFieldsV1() != null
                && Objects.requireNonNullElse(entry.getSubresource(), "").isEmpty();
    }

    /**
     * What the operator takes back of a StatefulSet, and nothing else: those labels by which it finds it, how many pods it has, and what
     * becomes of its claims. Its pods
     * and other labels are another matter, since a later operator makes them differently and must not replace pods for it.
     *
     * @param wanted as it should be
     */
    public static StatefulSet kept(StatefulSet wanted) {
        return new StatefulSetBuilder()
                .withNewMetadata()
                .withName(wanted.getMetadata().getName())
                .withNamespace(wanted.getMetadata().getNamespace())
                .withLabels(labels(wanted))
                .endMetadata()
                .withNewSpec()
                .withReplicas(wanted.getSpec().getReplicas())
                .withPersistentVolumeClaimRetentionPolicy(wanted.getSpec().getPersistentVolumeClaimRetentionPolicy())
                .endSpec()
                .build();
    }

    private static Map<String, String> labels(StatefulSet set) {
        Map<String, String> all = Objects.requireNonNullElse(set.getMetadata().getLabels(), Map.of());
        Map<String, String> kept = new TreeMap<>(all);
        kept.keySet().retainAll(LABELS_OF_SETS);
        return kept;
    }

    /** Empty where Kubernetes knows no such field. */
    private static String whenDeleted(StatefulSet set) {
        return set.getSpec() == null || set.getSpec().getPersistentVolumeClaimRetentionPolicy() == null
                ? ""
                : Objects.requireNonNullElse(
                        set.getSpec().getPersistentVolumeClaimRetentionPolicy().getWhenDeleted(), "");
    }

    /**
     * The same set, which leaves it to others what becomes of its claims where they have written it.
     *
     * @param live as they left it
     */
    public static StatefulSet withoutRetentionOfOthers(StatefulSet wanted, StatefulSet live) {
        boolean isOthers = !whenDeleted(live).isEmpty()
                && !whenDeleted(live).equals(whenDeleted(wanted))
                && managed(live).stream().noneMatch(Drift::holdsRetention);
        return isOthers ? withoutRetention(wanted) : wanted;
    }

    /** The same set, which says nothing of what becomes of its claims. Then they stay, unless somebody else says it. */
    public static StatefulSet withoutRetention(StatefulSet wanted) {
        return new StatefulSetBuilder(wanted)
                .editSpec()
                .withPersistentVolumeClaimRetentionPolicy(null)
                .endSpec()
                .build();
    }

    /** Whether that entry says that what becomes of the claims of a StatefulSet was written by the operator. */
    public static boolean holdsRetention(ManagedFieldsEntry entry) {
        return isOurs(entry)
                && !fields(entry)
                        .at("/f:spec/f:persistentVolumeClaimRetentionPolicy/f:whenDeleted")
                        .isMissingNode();
    }

    /** By value: who holds a field does not say whether a patch of it changes anything. */
    private static List<String> ofSet(StatefulSet wanted, StatefulSet live) {
        Map<String, String> found = labels(live);
        List<String> lost = new ArrayList<>();
        labels(wanted).forEach((name, value) -> {
            if (!value.equals(found.get(name))) {
                lost.add("metadata.labels." + name);
            }
        });
        Integer replicas = live.getSpec() == null ? null : live.getSpec().getReplicas();
        if (replicas != null && !replicas.equals(wanted.getSpec().getReplicas())) {
            lost.add("spec.replicas");
        }
        String kept = whenDeleted(live);
        if (!kept.isEmpty() && !whenDeleted(wanted).isEmpty() && !kept.equals(whenDeleted(wanted))) {
            lost.add(RETENTION);
        }
        return lost;
    }

    /**
     * The paths of fields, such as {@code spec.replicas}; none where it is not known who holds what.
     *
     * @param wanted as it was applied last
     * @param live with its managed fields
     */
    public static List<String> of(HasMetadata wanted, HasMetadata live) {
        if (wanted instanceof StatefulSet set && live instanceof StatefulSet there) {
            return ofSet(set, there);
        }
        List<JsonNode> held = held(live);
        if (held.isEmpty()) {
            return List.of();
        }
        List<String> lost = new ArrayList<>();
        compare("", Json.tree(wanted), held, lost);
        return lost;
    }

    /** What the operator holds of it. */
    private static List<JsonNode> held(HasMetadata live) {
        return managed(live).stream().filter(Drift::isOurs).map(Drift::fields).toList();
    }

    private static List<ManagedFieldsEntry> managed(HasMetadata live) {
        return Objects.requireNonNullElse(live.getMetadata().getManagedFields(), List.of());
    }

    private static JsonNode fields(ManagedFieldsEntry entry) {
        return JSON.valueToTree(entry.getFieldsV1().getAdditionalProperties());
    }

    private static void compare(String path, JsonNode wanted, List<JsonNode> held, List<String> lost) {
        if (held.stream().allMatch(JsonNode::isEmpty)) {
            return; // it is held as a whole
        }
        for (Map.Entry<String, JsonNode> field : wanted.properties()) {
            String inner = path.isEmpty() ? field.getKey() : path + "." + field.getKey();
            if (!PASSED_OVER.contains(inner) && !field.getValue().isNull()) {
                inner(inner, field.getValue(), children(held, "f:" + field.getKey()), lost);
            }
        }
        int index = 0;
        for (JsonNode element : wanted.isArray() ? wanted : List.<JsonNode>of()) {
            inner(path + "[" + index++ + "]", element, elements(held, element), lost);
        }
    }

    private static void inner(String path, JsonNode wanted, List<JsonNode> held, List<String> lost) {
        if (held.isEmpty()) {
            lost.add(path);
        } else {
            compare(path, wanted, held, lost);
        }
    }

    private static List<JsonNode> children(List<JsonNode> held, String name) {
        return held.stream()
                .filter(each -> each.has(name))
                .map(each -> each.get(name))
                .toList();
    }

    /** Elements of lists are named by some of their fields, or by their value. */
    private static List<JsonNode> elements(List<JsonNode> held, JsonNode element) {
        List<JsonNode> found = new ArrayList<>();
        for (JsonNode each : held) {
            each.properties().stream()
                    .filter(field -> isNamed(field.getKey(), element))
                    .forEach(field -> found.add(field.getValue()));
        }
        return found;
    }

    private static boolean isNamed(String name, JsonNode element) {
        try {
            if (name.startsWith("v:")) {
                return JSON.readTree(name.substring(2)).equals(element);
            }
            return name.startsWith("k:")
                    && JSON.readTree(name.substring(2)).properties().stream()
                            .allMatch(key -> key.getValue().equals(element.get(key.getKey())));
        } catch (JsonProcessingException e) {
            return false;
        }
    }
}
