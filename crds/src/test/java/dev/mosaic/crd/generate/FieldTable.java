package dev.mosaic.crd.generate;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** {@code docs/kubernetes-fields.md}: each field with its type, its default, what it means and which values are refused. Pure. */
final class FieldTable {
    private static final String HEAD = """
            # Fields of MosaicCluster, MosaicJob, MosaicWorkerGroup and Tessera

            Made by `make crds` from the classes of `dev.mosaic.crd`; `kubectl explain mosaiccluster.spec --recursive` says the same.
            `[]` is an item of a list, `*` a key of one's own. A field in **bold** is required where what it stands in is written.
            """;

    /** A whole spec of a cluster within another kind. */
    private static final String CLUSTER = "clusterTemplate";

    private final StringBuilder page = new StringBuilder(HEAD);

    private FieldTable() {}

    static String of(Map<String, JsonNode> definitions) {
        FieldTable table = new FieldTable();
        definitions.values().forEach(table::kind);
        return table.page.toString();
    }

    private void kind(JsonNode definition) {
        JsonNode version = definition.at("/spec/versions/0");
        JsonNode schema = version.at("/schema/openAPIV3Schema");
        page.append("\n## ")
                .append(definition.at("/spec/names/kind").asText())
                .append("\n`apiVersion: ")
                .append(definition.at("/spec/group").asText())
                .append('/')
                .append(version.path("name").asText())
                .append("`. ")
                .append(schema.path("description").asText())
                .append('\n');
        rules(schema, "");
        for (String part : List.of("spec", "status")) {
            JsonNode fields = schema.at("/properties/" + part);
            page.append("\n### ")
                    .append(part)
                    .append('\n')
                    .append(fields.path("description").asText());
            page.append("\n\n| field | type | default | |\n|---|---|---|---|\n");
            below(fields, "");
            rules(fields, part);
        }
    }

    private void below(JsonNode schema, String path) {
        Set<String> required = new TreeSet<>();
        schema.path("required").forEach(each -> required.add(each.asText()));
        schema.path("properties").properties().forEach(each -> {
            String name = path + each.getKey();
            row(required.contains(each.getKey()) ? "**`" + name + "`**" : "`" + name + "`", each.getValue());
            if (each.getKey().equals(CLUSTER)) {
                return; // It is said above, with MosaicCluster.
            }
            below(each.getValue(), name + ".");
            below(each.getValue().path("items"), name + "[].");
        });
    }

    private void row(String name, JsonNode schema) {
        JsonNode fallback = schema.path("default");
        page.append("| ")
                .append(name)
                .append(" | ")
                .append(type(schema))
                .append(" | ")
                .append(fallback.isValueNode() ? "`" + fallback.asText() + "`" : "")
                .append(" | ")
                .append(cell(schema.path("description").asText()))
                .append(" |\n");
    }

    private static String type(JsonNode schema) {
        if (schema.path("x-kubernetes-int-or-string").asBoolean()) {
            return "quantity";
        }
        if (schema.has("enum")) {
            List<String> values = new ArrayList<>();
            schema.path("enum").forEach(each -> values.add(each.asText()));
            return String.join(", ", values);
        }
        String type = schema.path("type").asText();
        if (type.equals("array")) {
            return "list, at most " + schema.path("maxItems").asInt();
        }
        if (schema.has("additionalProperties")) {
            return "map of " + type(schema.path("additionalProperties"));
        }
        if (schema.has("maximum")) {
            return type + ", " + schema.path("minimum").asLong() + " to "
                    + schema.path("maximum").asLong();
        }
        return type;
    }

    /** What the API server refuses, and how it says so. */
    private void rules(JsonNode schema, String path) {
        List<String> found = new ArrayList<>();
        collect(schema, path, path.isEmpty(), found);
        if (!found.isEmpty()) {
            page.append("\nRefused, with these words:\n\n");
            found.forEach(each -> page.append("- ").append(each).append('\n'));
        }
    }

    private static void collect(JsonNode schema, String path, boolean onlyHere, List<String> found) {
        schema.path("x-kubernetes-validations")
                .forEach(each -> found.add((path.isEmpty() ? "" : "`" + path + "`: ")
                        + each.path("message").asText()));
        if (onlyHere) {
            return;
        }
        schema.path("properties").properties().stream()
                .filter(each -> !each.getKey().equals(CLUSTER))
                .forEach(each -> collect(each.getValue(), path + "." + each.getKey(), false, found));
        collect(schema.path("items"), path + "[]", schema.path("items").isMissingNode(), found);
        collect(
                schema.path("additionalProperties"),
                path + ".*",
                schema.path("additionalProperties").isMissingNode(),
                found);
    }

    private static String cell(String text) {
        return text.replace("|", "\\|").replace("<", "&lt;");
    }
}
