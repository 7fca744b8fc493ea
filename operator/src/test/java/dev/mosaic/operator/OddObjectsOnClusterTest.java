package dev.mosaic.operator;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.mosaic.crd.Cluster;
import dev.mosaic.crd.Crds;
import dev.mosaic.crd.Tessera;
import dev.mosaic.crd.TestNamespace;
import dev.mosaic.testing.Eventually;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Objects of all kinds that nobody can read, beside clusters that are as they should be. Nothing runs: the clusters are suspended.
 *
 * <p>The definitions let hardly any such object through. Those of a newer version may, and objects that were written then stay: here the
 * rules are taken out of the definitions for a while.
 */
@Tag("cluster")
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class OddObjectsOnClusterTest {
    private static final KubernetesSerialization YAML = new KubernetesSerialization();
    private static final Duration PATIENCE = Eventually.PATIENCE;
    private static final int HEALTHY = 5;

    /** The number of a cluster for whose keys there is a Secret that is not its own. */
    private static final int TAKEN = HEALTHY;

    /** Kind, spec, and what its status says. */
    private record Odd(String kind, String spec, String words) {}

    private static final List<Odd> ODD = List.of(
            cluster(
                    "{head: {template: {spec: {terminationGracePeriodSeconds: 30s}}}}",
                    "\"30s\" is not a whole number"),
            cluster(
                    "{head: {template: {spec: {containers: [{name: mosaic, resources: {limits: {memory: 4GB}}}]}}}}",
                    "containers[0].resources.limits.memory: \"4GB\" is not a quantity"),
            cluster("{warehouse: {template: {spec: {containers: {}}}}}", "spec.containers: it is not a list"),
            cluster(
                    "{workerGroups: [{name: cpu, template: {spec: {hostNetwork: perhaps}}}]}",
                    "\"perhaps\" is not true or false"),
            cluster("{affinity: {nodeAffinity: [a]}}", "spec.affinity.nodeAffinity: it is not an object"),
            cluster(
                    "{head: {topologySpreadConstraints: [{maxSkew: some}]}}",
                    "spec.head.topologySpreadConstraints[0].maxSkew: \"some\" is not a whole number"),
            cluster("{imagePullPolicy: Sometimes}", "\"Sometimes\" is not one of Always, IfNotPresent, Never"),
            cluster("{warehouse: {memory: 4GB}}", "spec.warehouse.memory: \"4GB\" is not a quantity"),
            cluster("{warehouse: {disk: {size: 2Ei}}}", "spec.warehouse.disk.size: \"2Ei\" is not a quantity"),
            cluster("{head: {service: {type: Carrier}}}", "\"Carrier\" is not one of ClusterIP"),
            job(
                    "main: {className: A, template: {spec: {activeDeadlineSeconds: soon}}}",
                    "\"soon\" is not a whole number"),
            job("main: {className: A, resources: {limits: {memory: 4GB}}}", "\"4GB\" is not a quantity"),
            job("main: {className: A, artifacts: [{uri: 'https://host/a{b}.jar'}]}", "a{b}.jar is no address"),
            job("main: {className: A, affinity: {podAffinity: 7}}", "spec.main.affinity.podAffinity: "),
            job("main: {className: A}, cleanup: {onSuccess: Burn}", "\"Burn\" is not one of Delete, Keep"),
            job("main: {className: A}, retry: {policy: Prayer}", "\"Prayer\" is not one of SameCluster, NewCluster"),
            job("main: {className: A}, startDeadline: soon", "\"soon\" is not a duration"),
            tessera("resources: {memory: 4GB}", "spec.resources.memory: \"4GB\" is not a quantity"),
            tessera("activation: {mode: Daily}", "\"Daily\" is not one of Eager, OnDemand"),
            tessera("snapshots: {mode: Daily}", "\"Daily\" is not one of EveryCall, Drain, Interval"),
            tessera("replicas: 1", "there is no ConfigMap nothing with the key app.jar"),
            new Odd(
                    "MosaicWorkerGroup",
                    "{clusterName: nobody, groupName: cpu, replicas: 3}",
                    "no MosaicCluster nobody"),
            new Odd(
                    "MosaicWorkerGroup",
                    "{clusterName: No Body, groupName: gpu, replicas: 3}",
                    "no MosaicCluster No Body"));

    private static Odd cluster(String spec, String words) {
        return new Odd("MosaicCluster", spec, words);
    }

    private static Odd job(String spec, String words) {
        return new Odd("MosaicJob", "{clusterRef: {name: nobody}, " + spec + "}", words);
    }

    private static Odd tessera(String spec, String words) {
        return new Odd(
                "Tessera",
                "{clusterRef: {name: healthy-0}, className: A, code: {artifacts: [{uri: 'configmap://nothing/app.jar'}]}, "
                        + spec + "}",
                words);
    }

    @Test
    void shouldServeAllOthersBesideObjectsThatNobodyCanRead() {
        Cluster cluster = Cluster.any().withCrds();
        KubernetesClient client = cluster.client();
        try (TestNamespace space = cluster.namespace("odd")) {
            Crds.all()
                    .forEach(each ->
                            client.resource(withoutRules(each)).forceConflicts().serverSideApply());
            client.resource(new SecretBuilder()
                            .withNewMetadata()
                            .withName("healthy-" + TAKEN + "-keys")
                            .withNamespace(space.name())
                            .addToLabels("app.kubernetes.io/managed-by", "mosaic-operator")
                            .endMetadata()
                            .build())
                    .create();
            int half = ODD.size() / 2;
            for (int i = 0; i < half; i++) {
                create(client, space, i);
            }
            Path log = Path.of("target", "odd-operator.log");
            try (RunningOperator operator = RunningOperator.start(cluster, space.name(), log)) {
                for (int i = 0; i < HEALTHY; i++) {
                    declare(client, space, i, "first");
                }
                for (int i = 0; i < HEALTHY; i++) {
                    awaitApplied(client, space, i, "first");
                }
                for (int i = half; i < ODD.size(); i++) {
                    create(client, space, i);
                }
                awaitWords(client, space);
                declare(client, space, TAKEN, "first");
                Eventually.holds(
                        "cluster " + TAKEN + " says whose keys are there",
                        () -> said(client, space, "MosaicCluster", "healthy-" + TAKEN)
                                .contains("is there and is not this cluster's"));
                for (int i = 0; i < HEALTHY; i++) {
                    declare(client, space, i, "second");
                    awaitApplied(client, space, i, "second");
                }
                assertThat(operator.get("/q/health/live")).as("it lives").isNotEmpty();
                assertThat(operator.complaints())
                        .filteredOn(line -> !line.contains("healthy-" + TAKEN))
                        .isEmpty();
            } finally {
                freeTesserae(client, space);
            }
        } finally {
            cluster.withCrds();
        }
    }

    private static void awaitWords(KubernetesClient client, TestNamespace space) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        List<String> silent = silent(client, space);
        while (!silent.isEmpty() && System.nanoTime() < end) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(500));
            silent = silent(client, space);
        }
        assertThat(silent).as("objects that do not say why").isEmpty();
    }

    /** Those whose status does not say what is wrong, with what it says. */
    private static List<String> silent(KubernetesClient client, TestNamespace space) {
        List<String> silent = new ArrayList<>();
        for (int i = 0; i < ODD.size(); i++) {
            Odd odd = ODD.get(i);
            String said = said(client, space, odd.kind(), "odd-" + i);
            if (!said.contains(odd.words())) {
                silent.add(odd + " says: " + said);
            }
        }
        return silent;
    }

    /** Nobody is there any more who would take them off, where the test has failed. */
    private static void freeTesserae(KubernetesClient client, TestNamespace space) {
        client.resources(Tessera.class)
                .inNamespace(space.name())
                .resources()
                .forEach(each ->
                        each.patch(PatchContext.of(PatchType.JSON_MERGE), "{\"metadata\":{\"finalizers\":[]}}"));
    }

    private static void create(KubernetesClient client, TestNamespace space, int number) {
        Odd odd = ODD.get(number);
        GenericKubernetesResource object = Given.read(
                """
                apiVersion: mosaic.dev/v1alpha1
                kind: %s
                metadata: {name: odd-%d, namespace: %s}
                spec: %s
                """.formatted(odd.kind(), number, space.name(), odd.spec()), GenericKubernetesResource.class);
        Eventually.holds("the API server takes " + odd, () -> {
            try {
                client.resource(object).create();
                return true;
            } catch (KubernetesClientException e) {
                if (e.getCode() == 422) {
                    return false; // it has not read the definitions again yet
                }
                throw e;
            }
        });
    }

    /** Suspended: it has Services and no pods. */
    private static void declare(KubernetesClient client, TestNamespace space, int number, String word) {
        client.resource(Given.read("""
                        apiVersion: mosaic.dev/v1alpha1
                        kind: MosaicCluster
                        metadata: {name: healthy-%d, namespace: %s}
                        spec: {suspend: true, head: {service: {annotations: {example.com/word: %s}}}}
                        """.formatted(number, space.name(), word), GenericKubernetesResource.class))
                .forceConflicts()
                .serverSideApply();
    }

    private static void awaitApplied(KubernetesClient client, TestNamespace space, int number, String word) {
        Eventually.holds("the Service of cluster " + number + " has the " + word + " word", () -> {
            Service service = client.services()
                    .inNamespace(space.name())
                    .withName("healthy-" + number + "-head")
                    .get();
            return service != null
                    && word.equals(Optional.ofNullable(service.getMetadata().getAnnotations())
                            .orElse(Map.of())
                            .get("example.com/word"));
        });
    }

    /** All that its conditions say. */
    private static String said(KubernetesClient client, TestNamespace space, String kind, String name) {
        HasMetadata object = client.genericKubernetesResources("mosaic.dev/v1alpha1", kind)
                .inNamespace(space.name())
                .withName(name)
                .get();
        JsonNode conditions = YAML.convertValue(object, JsonNode.class).at("/status/conditions");
        StringBuilder words = new StringBuilder();
        conditions.forEach(each -> words.append(each.path("message").asText()).append('\n'));
        return words.toString();
    }

    private static CustomResourceDefinition withoutRules(CustomResourceDefinition crd) {
        JsonNode tree = YAML.convertValue(crd, JsonNode.class);
        strip(tree.at("/spec/versions/0/schema/openAPIV3Schema/properties/spec"));
        CustomResourceDefinition loose = YAML.convertValue(tree, CustomResourceDefinition.class);
        loose.getMetadata().setAnnotations(crd.getMetadata().getAnnotations());
        return loose;
    }

    private static void strip(JsonNode node) {
        if (node instanceof ObjectNode object) {
            object.remove(List.of(
                    "enum", "pattern", "minimum", "maximum", "minLength", "maxLength", "x-kubernetes-validations"));
        }
        node.forEach(OddObjectsOnClusterTest::strip);
    }
}
