package dev.mosaic.serve.worker;

import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.introspect.BeanPropertyDefinition;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.temporal.TemporalAccessor;
import java.time.temporal.TemporalAmount;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * The document of OpenAPI 3.1 of a class: a path for each method, arguments as an array and, where their names are known, as an object.
 *
 * <p><b>Threading:</b> one thread, once.
 */
final class OpenApi {
    private static final Set<Class<?>> WHOLE =
            Set.of(byte.class, Byte.class, short.class, Short.class, int.class, Integer.class, BigInteger.class);
    private static final Set<Class<?>> FRACTIONS =
            Set.of(float.class, Float.class, double.class, Double.class, BigDecimal.class, Number.class);

    private final JsonNodeFactory nodes = JsonNodeFactory.instance;
    private final JsonMapper mapper;
    private final ObjectNode schemas = nodes.objectNode();

    private OpenApi(JsonMapper mapper) {
        this.mapper = mapper;
    }

    static String of(JsonClass json) {
        return new OpenApi(json.mapper()).document(json).toString();
    }

    private ObjectNode document(JsonClass json) {
        ObjectNode document = nodes.objectNode();
        document.put("openapi", "3.1.0");
        document.putObject("info")
                .put("title", json.type().getSimpleName())
                .put("description", "Calls of a tessera of class " + json.type().getName())
                .put("version", "1");
        ObjectNode paths = document.putObject("paths");
        for (List<JsonMember> named : json.members()) {
            paths.set("/" + named.getFirst().name(), path(named));
        }
        problem();
        document.putObject("components").set("schemas", schemas);
        return document;
    }

    private ObjectNode path(List<JsonMember> named) {
        ObjectNode post = nodes.objectNode();
        post.put("operationId", named.getFirst().name());
        ObjectNode key = post.putArray("parameters").addObject();
        key.put("name", "Idempotency-Key").put("in", "header").put("required", false);
        key.putObject("schema").put("type", "string").put("maxLength", 200);
        ArrayNode bodies = nodes.arrayNode();
        ArrayNode results = nodes.arrayNode();
        for (JsonMember each : named) {
            bodies.add(inOrder(each));
            if (each.hasNames()) {
                bodies.add(byName(each));
            }
            results.add(schema(each.result()));
        }
        boolean needsNone = named.stream().anyMatch(each -> each.types().isEmpty());
        post.putObject("requestBody")
                .put("required", !needsNone)
                .putObject("content")
                .putObject("application/json")
                .set("schema", anyOf(bodies));
        ObjectNode responses = post.putObject("responses");
        String type = named.getFirst().flow() ? "text/event-stream" : "application/json";
        responses
                .putObject("200")
                .put("description", "What the method gives")
                .putObject("content")
                .putObject(type)
                .set("schema", anyOf(results));
        responses
                .putObject("default")
                .put("description", "What went wrong")
                .putObject("content")
                .putObject("application/problem+json")
                .putObject("schema")
                .put("$ref", "#/components/schemas/Problem");
        ObjectNode path = nodes.objectNode();
        path.set("post", post);
        return path;
    }

    private static ObjectNode anyOf(ArrayNode options) {
        if (options.size() == 1 && options.get(0) instanceof ObjectNode only) {
            return only;
        }
        ObjectNode any = JsonNodeFactory.instance.objectNode();
        any.set("anyOf", options);
        return any;
    }

    private ObjectNode inOrder(JsonMember member) {
        ObjectNode array = nodes.objectNode().put("type", "array");
        ArrayNode items = array.putArray("prefixItems");
        member.types().forEach(type -> items.add(schema(type)));
        int count = member.types().size();
        return array.put("minItems", count).put("maxItems", count);
    }

    private ObjectNode byName(JsonMember member) {
        ObjectNode object = nodes.objectNode().put("type", "object");
        ObjectNode properties = object.putObject("properties");
        ArrayNode required = object.putArray("required");
        for (int i = 0; i < member.types().size(); i++) {
            properties.set(member.parameters().get(i), schema(member.types().get(i)));
            required.add(member.parameters().get(i));
        }
        return object.put("additionalProperties", false);
    }

    private ObjectNode schema(JavaType type) {
        Class<?> raw = type.getRawClass();
        ObjectNode schema = nodes.objectNode();
        if (raw == void.class || raw == Void.class) {
            return schema.put("type", "null");
        }
        if (raw == boolean.class || raw == Boolean.class) {
            return schema.put("type", "boolean");
        }
        if (WHOLE.contains(raw)) {
            return schema.put("type", "integer");
        }
        if (raw == long.class || raw == Long.class) {
            return schema.put("type", "integer").put("format", "int64");
        }
        if (FRACTIONS.contains(raw)) {
            return schema.put("type", "number");
        }
        if (raw.isEnum()) {
            ArrayNode values = schema.put("type", "string").putArray("enum");
            for (Object each : raw.getEnumConstants()) {
                values.add(mapper.convertValue(each, String.class));
            }
            return schema;
        }
        if (CharSequence.class.isAssignableFrom(raw) || raw == char.class || raw == Character.class || isText(raw)) {
            return schema.put("type", "string");
        }
        if (Optional.class.isAssignableFrom(raw)) {
            ArrayNode options = schema.putArray("anyOf");
            options.add(schema(type.containedTypeOrUnknown(0)));
            options.addObject().put("type", "null");
            return schema;
        }
        if (raw == byte[].class) {
            return schema.put("type", "string").put("contentEncoding", "base64");
        }
        if (type.isArrayType() || Collection.class.isAssignableFrom(raw)) {
            schema.put("type", "array").set("items", schema(type.getContentType()));
            return schema;
        }
        if (Map.class.isAssignableFrom(raw)) {
            schema.put("type", "object").set("additionalProperties", schema(type.getContentType()));
            return schema;
        }
        return raw == Object.class || raw.getName().startsWith("java.") ? schema : reference(type);
    }

    private static boolean isText(Class<?> raw) {
        return raw == UUID.class
                || raw == java.net.URI.class
                || TemporalAccessor.class.isAssignableFrom(raw)
                || TemporalAmount.class.isAssignableFrom(raw);
    }

    private ObjectNode reference(JavaType type) {
        String name = type.toCanonical().replaceAll("[^A-Za-z0-9._-]", "_");
        if (!schemas.has(name)) {
            ObjectNode object = schemas.putObject(name).put("type", "object");
            ObjectNode properties = object.putObject("properties");
            List<BeanPropertyDefinition> found =
                    mapper.getSerializationConfig().introspect(type).findProperties();
            for (BeanPropertyDefinition each : found) {
                properties.set(each.getName(), schema(each.getPrimaryType()));
            }
        }
        return nodes.objectNode().put("$ref", "#/components/schemas/" + name);
    }

    private void problem() {
        ObjectNode properties =
                schemas.putObject("Problem").put("type", "object").putObject("properties");
        for (String each : List.of("type", "title", "detail", "exception", "at", "stack")) {
            properties.putObject(each).put("type", "string");
        }
        properties.putObject("status").put("type", "integer");
    }
}
