package dev.mosaic.operator.desired;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ManagedFieldsEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * What of an object somebody else has changed. Server-side apply notes who holds each field: a field that the operator applied and does not
 * hold any more was changed, or taken out, by somebody else. Values are not compared, so defaults and fields of others are no drift.
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

    private Drift() {}

    /** Whether that entry says what the operator holds. */
    public static boolean isOurs(ManagedFieldsEntry entry) {
        return Labels.OPERATOR.equals(entry.getManager())
                && entry.getFieldsV1() != null
                && Objects.requireNonNullElse(entry.getSubresource(), "").isEmpty();
    }

    /**
     * The paths of fields, such as {@code spec.replicas}; none where it is not known who holds what.
     *
     * @param wanted as it was applied last
     * @param live with its managed fields
     */
    public static List<String> of(HasMetadata wanted, HasMetadata live) {
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
        List<ManagedFieldsEntry> managed =
                Objects.requireNonNullElse(live.getMetadata().getManagedFields(), List.of());
        return managed.stream()
                .filter(Drift::isOurs)
                .<JsonNode>map(entry -> JSON.valueToTree(entry.getFieldsV1().getAdditionalProperties()))
                .toList();
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
