package dev.mosaic.operator;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.mosaic.crd.Cluster;
import dev.mosaic.crd.Crds;
import dev.mosaic.crd.TestNamespace;
import dev.mosaic.testing.Eventually;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The operator is rolled back: the definitions have a field and a word more than it knows, objects use both, and an operator that knew them
 * wrote their status. Then the definitions are rolled back, too. Nothing runs: the clusters are suspended.
 */
@Tag("cluster")
@Timeout(240)
class FutureObjectsOnClusterTest {
    private static final KubernetesSerialization YAML = new KubernetesSerialization();
    private static final String UNKNOWN = "\"Future\" is not one of ";

    private final Cluster cluster = Cluster.any().withCrds();
    private final KubernetesClient client = cluster.client();

    @Test
    void shouldGoOnWithObjectsOfALaterVersion() {
        try (TestNamespace space = cluster.namespace("future")) {
            Crds.all()
                    .forEach(each ->
                            client.resource(later(each)).forceConflicts().serverSideApply());
            create(space, "MosaicCluster", "fields", "{suspend: true, future: low}");
            create(space, "MosaicCluster", "words", "{suspend: true, imagePullPolicy: Future}");
            GenericKubernetesResource rests = create(space, "MosaicCluster", "rests", "{future: low}");
            rests.setAdditionalProperty("status", Given.read("""
                            phase: Future
                            future: high
                            suspension: {reason: Future, since: "2026-11-22T05:00:00Z", generation: 1}
                            """, Map.class));
            client.resource(rests).updateStatus();
            create(
                    space,
                    "MosaicJob",
                    "words",
                    "{clusterRef: {name: nobody}, main: {className: A}, cleanup: {onSuccess: Future}}");
            create(
                    space,
                    "Tessera",
                    "words",
                    "{clusterRef: {name: nobody}, className: A, activation: {mode: Future}, code: {artifacts: [{uri: 'configmap://nothing/app.jar'}]}}");

            Path log = Path.of("target", "future-operator.log");
            try (RunningOperator operator = RunningOperator.start(cluster, space.name(), log)) {
                awaitService(space, "fields");
                awaitWords(space, "MosaicCluster", "words", UNKNOWN);
                awaitWords(space, "MosaicJob", "words", UNKNOWN);
                awaitWords(space, "Tessera", "words", UNKNOWN);
                awaitWords(space, "MosaicCluster", "rests", "to resume it change its spec");
                assertThat(client.pods()
                                .inNamespace(space.name())
                                .withLabel("mosaic.dev/cluster", "rests")
                                .list()
                                .getItems())
                        .as("it goes on resting")
                        .isEmpty();

                cluster.withCrds();
                patch(space, "rests", "{\"spec\": {\"suspend\": true}}");
                awaitWords(space, "MosaicCluster", "rests", "spec.suspend is true");
                patch(
                        space,
                        "fields",
                        "{\"spec\": {\"head\": {\"service\": {\"annotations\": {\"example.com/word\": \"second\"}}}}}");
                Eventually.holds(
                        "its Service has the word",
                        () -> "second"
                                .equals(client.services()
                                        .inNamespace(space.name())
                                        .withName("fields-head")
                                        .get()
                                        .getMetadata()
                                        .getAnnotations()
                                        .get("example.com/word")));
                patch(space, "words", "{\"spec\": {\"imagePullPolicy\": \"Never\"}}");
                awaitService(space, "words");

                delete(space, "Tessera", "words");
                Eventually.holds("it is gone", () -> get(space, "Tessera", "words") == null);
                assertThat(operator.get("/q/health")).as("it is well").isNotEmpty();
                assertThat(operator.complaints()).isEmpty();
            }
        } finally {
            cluster.withCrds();
        }
    }

    /** With one field more in spec and status, and one word more wherever there are words. */
    private static CustomResourceDefinition later(CustomResourceDefinition crd) {
        JsonNode tree = YAML.convertValue(crd, JsonNode.class);
        JsonNode kind = tree.at("/spec/versions/0/schema/openAPIV3Schema/properties");
        for (String part : new String[] {"spec", "status"}) {
            ((ObjectNode) kind.at("/" + part + "/properties"))
                    .putObject("future")
                    .put("type", "string");
            more(kind.at("/" + part));
        }
        CustomResourceDefinition later = YAML.convertValue(tree, CustomResourceDefinition.class);
        later.getMetadata().setAnnotations(crd.getMetadata().getAnnotations());
        return later;
    }

    private static void more(JsonNode node) {
        if (node.path("enum") instanceof ArrayNode words) {
            words.add("Future");
        }
        node.forEach(FutureObjectsOnClusterTest::more);
    }

    private GenericKubernetesResource create(TestNamespace space, String kind, String name, String spec) {
        GenericKubernetesResource object =
                Given.read("""
                apiVersion: mosaic.dev/v1alpha1
                kind: %s
                metadata: {name: %s, namespace: %s}
                spec: %s
                """.formatted(kind, name, space.name(), spec), GenericKubernetesResource.class);
        AtomicReference<GenericKubernetesResource> made = new AtomicReference<>();
        Eventually.holds("the API server takes " + kind + " " + name, () -> {
            try {
                GenericKubernetesResource taken = client.resource(object).create();
                made.set(taken);
                return !spec.contains("future:")
                        || taken.get("spec", "future") != null
                        || delete(space, kind, name); // it has not read the definitions again yet
            } catch (KubernetesClientException e) {
                if (e.getCode() == 422 || e.getCode() == 409) {
                    return false;
                }
                throw e;
            }
        });
        return made.get();
    }

    /** False, for who goes on waiting. */
    private boolean delete(TestNamespace space, String kind, String name) {
        client.genericKubernetesResources("mosaic.dev/v1alpha1", kind)
                .inNamespace(space.name())
                .withName(name)
                .delete();
        return false;
    }

    private GenericKubernetesResource get(TestNamespace space, String kind, String name) {
        return client.genericKubernetesResources("mosaic.dev/v1alpha1", kind)
                .inNamespace(space.name())
                .withName(name)
                .get();
    }

    private void patch(TestNamespace space, String name, String json) {
        client.genericKubernetesResources("mosaic.dev/v1alpha1", "MosaicCluster")
                .inNamespace(space.name())
                .withName(name)
                .patch(PatchContext.of(PatchType.JSON_MERGE), json);
    }

    private void awaitService(TestNamespace space, String name) {
        Eventually.holds(
                "the Service of " + name + " is there",
                () -> client.services()
                                .inNamespace(space.name())
                                .withName(name + "-head")
                                .get()
                        != null);
    }

    private void awaitWords(TestNamespace space, String kind, String name, String words) {
        Eventually.holds(
                kind + " " + name + " says: " + words,
                () -> YAML
                        .convertValue(get(space, kind, name), JsonNode.class)
                        .at("/status/conditions")
                        .findValuesAsText("message")
                        .stream()
                        .anyMatch(each -> each.contains(words)));
    }
}
