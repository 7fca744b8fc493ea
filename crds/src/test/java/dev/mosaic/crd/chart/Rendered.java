package dev.mosaic.crd.chart;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import dev.mosaic.crd.Programs;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The objects of a chart.
 *
 * @param objects by {@code Kind/name}, and by {@code Kind/namespace/name} where they are in another namespace than the release
 */
record Rendered(Map<String, JsonNode> objects) {
    static final Path CHART = Path.of("..", "helm", "mosaic");
    static final String NAMESPACE = "mosaic-system";
    private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());

    /** The release {@code mosaic} in {@code mosaic-system}, with values as {@code --set} takes them. */
    static Rendered with(String... values) {
        Programs.Result result = attempt(values);
        assertThat(result.isSuccess()).as("%s", result).isTrue();
        return parse(result.out());
    }

    /** The release of that name in another namespace. */
    static Rendered in(String namespace) {
        return parse(attemptIn(namespace).out());
    }

    /** As {@link #with}, whatever comes of it. */
    static Programs.Result attempt(String... values) {
        return attemptIn(NAMESPACE, values);
    }

    private static Programs.Result attemptIn(String namespace, String... values) {
        List<String> command = new ArrayList<>(List.of(
                "helm", "template", "mosaic", CHART.toString(), "--namespace", namespace, "--kube-version", "1.34.0"));
        for (String each : values) {
            command.add(each.startsWith("json:") ? "--set-json" : "--set");
            command.add(each.replaceFirst("^json:", ""));
        }
        return Programs.here().attempt(command.toArray(String[]::new));
    }

    private static Rendered parse(String yaml) {
        Map<String, JsonNode> found = new TreeMap<>();
        try (var documents = YAML.readerFor(JsonNode.class).<JsonNode>readValues(yaml)) {
            while (documents.hasNext()) {
                JsonNode each = documents.next();
                String namespace = each.at("/metadata/namespace").asText(NAMESPACE);
                String name = (namespace.equals(NAMESPACE) ? "" : namespace + "/")
                        + each.at("/metadata/name").asText();
                found.put(each.path("kind").asText() + "/" + name, each);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new Rendered(found);
    }

    Set<String> names() {
        return objects.keySet();
    }

    Set<String> names(String kind) {
        return objects.keySet().stream()
                .filter(each -> each.startsWith(kind + "/"))
                .map(each -> each.substring(kind.length() + 1))
                .collect(Collectors.toSet());
    }

    JsonNode get(String name) {
        assertThat(objects).containsKey(name);
        return objects.get(name);
    }
}
