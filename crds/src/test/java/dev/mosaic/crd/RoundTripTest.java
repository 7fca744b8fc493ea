package dev.mosaic.crd;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** From text to records and back; without an API server. */
class RoundTripTest {
    private static final KubernetesSerialization KUBERNETES = new KubernetesSerialization();

    @ParameterizedTest
    @MethodSource("dev.mosaic.crd.Samples#all")
    void shouldReadWhatItWrites(String file, Class<? extends HasMetadata> type) {
        HasMetadata read = KUBERNETES.unmarshal(Samples.text(file), type);
        String written = KUBERNETES.asYaml(read);
        assertThat(KUBERNETES.unmarshal(written, type)).isEqualTo(read);
        assertThat(KUBERNETES.asYaml(KUBERNETES.unmarshal(written, type))).isEqualTo(written);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "mosaiccluster-full.yaml",
                "mosaicjob-full.yaml",
                "mosaicworkergroup-full.yaml",
                "tessera-full.yaml"
            })
    void shouldLoseNothingOfWhatIsWritten(String file) throws IOException {
        JsonNode text = Samples.YAML.readTree(Samples.text(file));
        Class<? extends HasMetadata> type = Samples.kind(text.path("kind").asText());
        JsonNode written = Samples.YAML.readTree(KUBERNETES.asYaml(KUBERNETES.unmarshal(Samples.text(file), type)));
        List<String> lost = new ArrayList<>();
        compare("", text, written, lost);
        assertThat(lost).isEmpty();
    }

    private static void compare(String path, JsonNode text, JsonNode written, List<String> lost) {
        if (text.isValueNode()) {
            if (!text.asText().equals(written.asText())) {
                lost.add(path + ": " + text + " became " + written);
            }
            return;
        }
        text.properties()
                .forEach(each ->
                        compare(path + "." + each.getKey(), each.getValue(), written.path(each.getKey()), lost));
        for (int i = 0; text.isArray() && i < text.size(); i++) {
            compare(path + "[" + i + "]", text.path(i), written.path(i), lost);
        }
    }

    /** So that the samples grow with the model. Those that are missing exclude others. */
    @Test
    void shouldSayEachFieldOnceInTheFullSample() throws IOException {
        List<String> missing = new ArrayList<>();
        for (CustomResourceDefinition crd : Crds.all()) {
            String file = crd.getSpec().getNames().getSingular() + "-full.yaml";
            JsonNode schema = KUBERNETES
                    .convertValue(crd, JsonNode.class)
                    .at("/spec/versions/0/schema/openAPIV3Schema/properties/spec");
            said(file, schema, List.of(Samples.YAML.readTree(Samples.text(file)).path("spec")), missing);
        }
        assertThat(missing)
                .containsExactly(
                        "mosaiccluster-full.yaml.version",
                        "mosaiccluster-full.yaml.warehouse.objectStore.caBundle.secretName",
                        "mosaicjob-full.yaml.clusterRef",
                        "mosaicjob-full.yaml.main.artifactStore.caBundle.configMapName");
    }

    private static void said(String path, JsonNode schema, List<JsonNode> places, List<String> missing) {
        schema.path("properties").properties().forEach(field -> {
            List<JsonNode> here = new ArrayList<>();
            for (JsonNode place : places) {
                JsonNode value = place.path(field.getKey());
                if (value.isArray()) {
                    value.forEach(here::add);
                } else if (!value.isMissingNode()) {
                    here.add(value);
                }
            }
            String name = path + "." + field.getKey();
            if (here.isEmpty()) {
                missing.add(name);
            } else if (!field.getKey().equals("clusterTemplate")) { // said in full in the cluster's own sample
                said(name, field.getValue(), here, missing);
                said(name, field.getValue().path("items"), here, missing);
            }
        });
    }

    /** A newer operator may have written fields that this one does not know. */
    @Test
    void shouldPassOverFieldsOfANewerVersion() {
        MosaicCluster read = KUBERNETES.unmarshal("""
                apiVersion: mosaic.dev/v1alpha1
                kind: MosaicCluster
                spec: {later: {a: 1}, workerGroups: [{name: cpu, later: 2}]}
                """, MosaicCluster.class);
        assertThat(read.getSpec().group("cpu")).isPresent();
    }

    @Test
    void shouldHaveTheDefaultsOfTheSchemaWhereNothingIsSaid() {
        assertThat(KUBERNETES
                        .unmarshal(
                                "apiVersion: mosaic.dev/v1alpha1\nkind: MosaicCluster\nspec: {}", MosaicCluster.class)
                        .getSpec())
                .isEqualTo(MosaicClusterSpec.DEFAULT)
                .isEqualTo(new MosaicCluster().getSpec());
    }
}
