package dev.mosaic.crd.generate;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import dev.mosaic.crd.Crds;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What is committed is what the classes say; with {@code -Dmosaic.write=true}, as {@code make crds} does it, it is written. */
class GeneratedTest {
    private static final Path ROOT = Path.of("..");
    private static final int MAX_BYTES = 256 * 1024;
    private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory()
            .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
            .enable(YAMLGenerator.Feature.ALWAYS_QUOTE_NUMBERS_AS_STRINGS)
            .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
            .disable(YAMLGenerator.Feature.SPLIT_LINES));
    private static final Map<String, JsonNode> DEFINITIONS = Generator.definitions();

    private static Map<Path, String> files() throws JsonProcessingException {
        Map<Path, String> files = new TreeMap<>();
        for (Map.Entry<String, JsonNode> each : DEFINITIONS.entrySet()) {
            String yaml = "# Made by `make crds` from the classes of dev.mosaic.crd. Changes here are overwritten.\n"
                    + YAML.writeValueAsString(each.getValue());
            String name = each.getKey() + ".yaml";
            files.put(Path.of("crds/src/main/resources/dev/mosaic/crd", name), yaml);
            files.put(Path.of("helm/mosaic/files/crds", name), yaml);
        }
        files.put(Path.of("docs/kubernetes-fields.md"), FieldTable.of(DEFINITIONS));
        return files;
    }

    @Test
    void shouldHaveCommittedWhatTheClassesSay() throws IOException {
        for (Map.Entry<Path, String> each : files().entrySet()) {
            Path file = ROOT.resolve(each.getKey());
            if (Boolean.getBoolean("mosaic.write")) {
                Files.createDirectories(file.getParent());
                Files.writeString(file, each.getValue());
            }
            assertThat(file).as("run: make crds").exists().hasContent(each.getValue());
        }
    }

    @Test
    void shouldMakeOneDefinitionForEachName() {
        assertThat(DEFINITIONS.keySet()).containsExactlyElementsOf(Crds.NAMES);
    }

    @Test
    void shouldReadWhatItWrites() throws IOException {
        for (JsonNode each : DEFINITIONS.values()) {
            assertThat(Serialization.unmarshal(YAML.writeValueAsString(each), CustomResourceDefinition.class))
                    .isEqualTo(new KubernetesSerialization().convertValue(each, CustomResourceDefinition.class));
        }
    }

    @Test
    void shouldBeSmallEnoughForTheApiServer() throws IOException {
        for (JsonNode each : DEFINITIONS.values()) {
            assertThat(each.toString().getBytes(StandardCharsets.UTF_8).length)
                    .as(each.at("/metadata/name").asText())
                    .isLessThan(MAX_BYTES);
        }
    }

    @Test
    void shouldDescribeEachFieldInTwoSentencesAtMost() {
        List<String> wrong = new ArrayList<>();
        forEachField((path, schema) -> {
            String text = schema.path("description").asText();
            String withoutDots = text.replaceAll("\\.(?=[^ ])", "").replaceAll("\\.$", "");
            if (text.length() < 12 || withoutDots.split("\\. ", -1).length > 2 || !text.endsWith(".")) {
                wrong.add(path + ": " + text);
            }
        });
        assertThat(wrong).isEmpty();
    }

    @Test
    void shouldLimitEachListAndMapAndSayHowListsMerge() {
        List<String> wrong = new ArrayList<>();
        forEachField((path, schema) -> {
            if (schema.path("type").asText().equals("array")
                    && !(schema.has("maxItems") && schema.has("x-kubernetes-list-type"))) {
                wrong.add(path);
            }
            if (schema.has("additionalProperties") && !schema.has("maxProperties")) {
                wrong.add(path);
            }
        });
        assertThat(wrong).isEmpty();
    }

    /** An API server that only cites a regular expression helps nobody. Status is written by the operator alone. */
    @Test
    void shouldSayEachPatternInWords() {
        List<String> wrong = new ArrayList<>();
        forEachField((path, schema) -> {
            if (schema.has("pattern") && !path.contains(".status.") && !schema.has("x-kubernetes-validations")) {
                wrong.add(path);
            }
        });
        assertThat(wrong).isEmpty();
    }

    /** So that nobody has to guess how words are written. */
    @Test
    void shouldWriteWordsInCamelCase() {
        forEachField((path, schema) -> schema.path("enum")
                .forEach(each -> assertThat(each.asText()).as(path).matches("[A-Z][A-Za-z]*")));
    }

    @FunctionalInterface
    private interface Field {
        void accept(String path, JsonNode schema);
    }

    private static void forEachField(Field visit) {
        DEFINITIONS.forEach((name, each) -> visit(name, each.at("/spec/versions/0/schema/openAPIV3Schema"), visit));
    }

    private static void visit(String path, JsonNode schema, Field visit) {
        visit.accept(path, schema);
        schema.path("properties")
                .properties()
                .forEach(each -> visit(path + "." + each.getKey(), each.getValue(), visit));
        if (schema.path("items").has("properties")) {
            schema.path("items")
                    .path("properties")
                    .properties()
                    .forEach(each -> visit(path + "[]." + each.getKey(), each.getValue(), visit));
        }
    }
}
