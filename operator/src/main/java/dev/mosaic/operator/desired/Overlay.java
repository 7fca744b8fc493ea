package dev.mosaic.operator.desired;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.mosaic.crd.PodOverlay;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpecBuilder;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Lays what the user wrote over a pod, as Kubernetes merges strategically: objects field by field, lists with a key by that key, all
 * other lists and values are replaced.
 */
final class Overlay {
    /** Lists of a PodSpec whose items have a key, by the name of the list. */
    private static final Map<String, String> KEYS = Map.ofEntries(
            Map.entry("containers", "name"),
            Map.entry("initContainers", "name"),
            Map.entry("ephemeralContainers", "name"),
            Map.entry("volumes", "name"),
            Map.entry("imagePullSecrets", "name"),
            Map.entry("resourceClaims", "name"),
            Map.entry("claims", "name"),
            Map.entry("env", "name"),
            Map.entry("volumeMounts", "mountPath"),
            Map.entry("volumeDevices", "devicePath"),
            Map.entry("ports", "containerPort"),
            Map.entry("hostAliases", "ip"),
            Map.entry("topologySpreadConstraints", "topologyKey"));

    private Overlay() {}

    /** The operator's own labels and annotations win. */
    static PodTemplateSpec over(PodTemplateSpec ours, PodOverlay overlay) {
        Map<String, String> labels = new LinkedHashMap<>(overlay.metadata().labels());
        labels.putAll(ours.getMetadata().getLabels());
        Map<String, String> annotations = new LinkedHashMap<>(overlay.metadata().annotations());
        annotations.putAll(ours.getMetadata().getAnnotations());
        PodSpec spec = overlay.podSpec()
                .map(theirs -> Json.read(merged(Json.tree(ours.getSpec()), Json.tree(theirs), ""), PodSpec.class))
                .orElse(ours.getSpec());
        return new PodTemplateSpecBuilder(ours)
                .editMetadata()
                .withLabels(labels)
                .withAnnotations(annotations)
                .endMetadata()
                .withSpec(spec)
                .build();
    }

    private static JsonNode merged(JsonNode ours, JsonNode theirs, String field) {
        if (ours instanceof ObjectNode before && theirs instanceof ObjectNode laid) {
            return fields(before, laid);
        }
        String key = KEYS.get(field);
        if (key != null && ours instanceof ArrayNode before && theirs instanceof ArrayNode laid) {
            return items(before, laid, key);
        }
        return theirs;
    }

    private static ObjectNode fields(ObjectNode ours, ObjectNode theirs) {
        ObjectNode merged = ours.deepCopy();
        for (Map.Entry<String, JsonNode> field : theirs.properties()) {
            JsonNode before = merged.get(field.getKey());
            merged.set(
                    field.getKey(),
                    before == null ? field.getValue() : merged(before, field.getValue(), field.getKey()));
        }
        return merged;
    }

    private static ArrayNode items(ArrayNode ours, ArrayNode theirs, String key) {
        ArrayNode merged = ours.deepCopy();
        for (JsonNode item : theirs) {
            int at = indexOf(merged, key, item.path(key));
            if (at < 0) {
                merged.add(item);
            } else {
                merged.set(at, merged(merged.get(at), item, ""));
            }
        }
        return merged;
    }

    private static int indexOf(ArrayNode items, String key, JsonNode value) {
        for (int i = 0; i < items.size(); i++) {
            if (items.get(i).path(key).equals(value)) {
                return i;
            }
        }
        return -1;
    }
}
