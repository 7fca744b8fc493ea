package dev.mosaic.crd.generate;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.kubernetes.client.CustomResource;
import java.lang.reflect.ParameterizedType;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/**
 * What Fabric8's generator cannot say: keys of lists, the order of columns, what kinds are, that a template's spec is any PodSpec, what
 * else is any object of Kubernetes, and what a quantity is. Pure.
 */
final class Finish {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final Class<? extends CustomResource<?, ?>> kind;

    Finish(Class<? extends CustomResource<?, ?>> kind) {
        this.kind = kind;
    }

    ObjectNode definition(ObjectNode raw) {
        ObjectNode definition = raw.deepCopy();
        ObjectNode version = (ObjectNode) definition.at("/spec/versions/0");
        version.set("additionalPrinterColumns", columns());
        ObjectNode schema = (ObjectNode) version.at("/schema/openAPIV3Schema");
        describe(schema, kind);
        describe((ObjectNode) schema.at("/properties/spec"), argument(0));
        describe((ObjectNode) schema.at("/properties/status"), argument(1));
        // So that the fields' own defaults are filled in where no spec is written at all.
        if (!schema.at("/properties/spec").has("required")) {
            ((ObjectNode) schema.at("/properties/spec")).set("default", NODES.objectNode());
        } else {
            schema.set("required", NODES.arrayNode().add("spec"));
        }
        finish(schema);
        return definition;
    }

    /** As they stand above the class; the generator sorts them by path. */
    private ArrayNode columns() {
        ArrayNode columns = NODES.arrayNode();
        for (AdditionalPrinterColumn each : kind.getAnnotationsByType(AdditionalPrinterColumn.class)) {
            ObjectNode column = columns.addObject()
                    .put("name", each.name())
                    .put("type", each.type().getValue())
                    .put("jsonPath", each.jsonPath());
            if (each.priority() != 0) {
                column.put("priority", each.priority());
            }
        }
        return columns;
    }

    private Class<?> argument(int index) {
        return (Class<?>) ((ParameterizedType) kind.getGenericSuperclass()).getActualTypeArguments()[index];
    }

    private static void describe(ObjectNode schema, Class<?> type) {
        schema.put("description", type.getAnnotation(JsonClassDescription.class).value());
    }

    /** One level, and all below. */
    private static void finish(ObjectNode schema) {
        rulesOnce(schema);
        wholeNumber(schema, "minimum");
        wholeNumber(schema, "maximum");
        if (schema.path("default").isObject()) {
            withoutEmpty((ObjectNode) schema.path("default"));
        }
        if (schema.path("x-kubernetes-int-or-string").asBoolean()) {
            quantity(schema);
        }
        if (schema.path("type").asText().equals("array")) {
            list(schema);
        }
        schema.path("properties").properties().forEach(each -> {
            ObjectNode property = (ObjectNode) each.getValue();
            if (each.getKey().equals("template")) {
                anyObject((ObjectNode) property.at("/properties/spec"));
            }
            if (each.getKey().equals("affinity")) {
                anyObject(property);
            }
            if (each.getKey().equals("topologySpreadConstraints")) {
                anyObject((ObjectNode) property.path("items"));
            }
            finish(property);
        });
        for (String below : Set.of("items", "additionalProperties")) {
            if (schema.path(below) instanceof ObjectNode node) {
                finish(node);
            }
        }
    }

    /** The generator finds those of a record's component at its field and at its accessor. */
    private static void rulesOnce(ObjectNode schema) {
        if (schema.path("x-kubernetes-validations") instanceof ArrayNode rules) {
            Set<JsonNode> once = new LinkedHashSet<>();
            rules.forEach(once::add);
            rules.removeAll().addAll(once);
        }
    }

    /** What is empty unless said needs no saying. */
    private static void withoutEmpty(ObjectNode fallback) {
        fallback.forEach(each -> {
            if (each instanceof ObjectNode below) {
                withoutEmpty(below);
            }
        });
        fallback.removeIf(each -> each.isContainerNode() && each.isEmpty());
    }

    private static void wholeNumber(ObjectNode schema, String name) {
        if (schema.path(name).isNumber()) {
            schema.put(name, schema.path(name).longValue());
        }
    }

    private static void quantity(ObjectNode schema) {
        schema.put("maxLength", 32);
        ArrayNode rules = NODES.arrayNode();
        rules.addObject()
                .put(
                        "rule",
                        "isQuantity(string(self)) && !quantity(string(self)).isLessThan(quantity('0')) && !quantity(string(self)).isGreaterThan(quantity('1Ei'))")
                .put("message", "write a quantity that is not negative, and 1Ei at most, such as 500m, 2 or 4Gi");
        if (schema.path("x-kubernetes-validations") instanceof ArrayNode own) {
            rules.addAll(own);
        }
        schema.set("x-kubernetes-validations", rules);
    }

    /** Its items are told apart by what they require first of name and type; without that it is replaced as a whole. */
    private static void list(ObjectNode schema) {
        Optional<String> key = required(schema.path("items"), "name").or(() -> required(schema.path("items"), "type"));
        schema.put("x-kubernetes-list-type", key.isPresent() ? "map" : "atomic");
        key.ifPresent(name ->
                schema.set("x-kubernetes-list-map-keys", NODES.arrayNode().add(name)));
        if (schema.at("/items/type").asText().equals("string")
                && !schema.at("/items").has("maxLength")) {
            ((ObjectNode) schema.path("items")).put("maxLength", 1024);
        }
    }

    private static Optional<String> required(JsonNode items, String name) {
        for (JsonNode each : items.path("required")) {
            if (each.asText().equals(name)) {
                return Optional.of(name);
            }
        }
        return Optional.empty();
    }

    /** A whole PodSpec would be half a megabyte of schema; the API server checks it, and parts of it, when the operator makes the pod. */
    private static void anyObject(ObjectNode schema) {
        schema.remove("properties");
        schema.remove("required");
        schema.put("type", "object");
        schema.put("x-kubernetes-preserve-unknown-fields", true);
    }
}
