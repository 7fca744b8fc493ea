package dev.mosaic.head;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import com.networknt.schema.ValidationMessage;
import dev.mosaic.http.Response;
import java.io.IOException;
import java.io.InputStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The document of a head's http, as the head answers it. */
final class DescribedApi {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final JsonSchemaFactory SCHEMAS = JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012);

    private final JsonNode document;

    DescribedApi() throws IOException {
        document = JSON.readTree(((Response.Whole) ApiDocument.response().body()).text());
    }

    JsonNode document() {
        return document;
    }

    /** Each operation by {@code METHOD path}. */
    Map<String, JsonNode> operations() {
        Map<String, JsonNode> operations = new TreeMap<>();
        document.path("paths")
                .properties()
                .forEach(path -> path.getValue()
                        .properties()
                        .forEach(method -> operations.put(
                                method.getKey().toUpperCase(Locale.ROOT) + " " + path.getKey(), method.getValue())));
        return operations;
    }

    /** Those of an operation that are {@code in} the path, the query or a header, by name, in their order. */
    static Map<String, JsonNode> parameters(JsonNode operation, String in) {
        Map<String, JsonNode> parameters = new LinkedHashMap<>();
        for (JsonNode each : operation.path("parameters")) {
            if (each.path("in").textValue().equals(in)) {
                parameters.put(each.path("name").textValue(), each);
            }
        }
        return parameters;
    }

    /** What is wrong with the document itself, by the schema of the OpenAPI initiative. */
    Set<ValidationMessage> faults() throws IOException {
        try (InputStream schema = DescribedApi.class.getResourceAsStream("openapi-3.1-schema.json")) {
            return SCHEMAS.getSchema(schema).validate(document);
        }
    }

    /** What of an answer is not as its operation says it. */
    List<String> faults(String operation, int status, String contentType, String body) throws IOException {
        JsonNode response = operations().get(operation).path("responses").path(Integer.toString(status));
        if (response.has("$ref")) {
            response = document.at(response.path("$ref").textValue().substring(1));
        }
        if (contentType.isEmpty() && response.isObject() && !response.has("content")) {
            return List.of();
        }
        JsonNode content = response.path("content").path(contentType.replaceFirst(";.*", ""));
        if (content.isMissingNode()) {
            return List.of(operation + " does not say that it answers " + status + " with " + contentType);
        }
        if (!contentType.endsWith("json")) {
            return List.of();
        }
        return SCHEMAS.getSchema(closed(content.path("schema"))).validate(JSON.readTree(body)).stream()
                .map(ValidationMessage::toString)
                .toList();
    }

    /** With all that it refers to, and without what it leaves open to newer heads: what an object has besides is wrong. */
    private JsonNode closed(JsonNode schema) throws IOException {
        ObjectNode whole = JSON.createObjectNode();
        whole.setAll((ObjectNode) schema.deepCopy());
        whole.set("components", document.path("components").deepCopy());
        for (JsonNode each : whole.path("components").path("schemas")) {
            ((ObjectNode) each).put("additionalProperties", false);
        }
        return whole;
    }
}
