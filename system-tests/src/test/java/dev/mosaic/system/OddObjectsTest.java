package dev.mosaic.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.crd.Cluster;
import dev.mosaic.testing.Eventually;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Service;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Twenty objects of all kinds that the definitions let through and nobody can use, beside five clusters that are as they should be. The latter
 * are suspended: what is applied of them are Services. What definitions of another version let through is for the tests of the operator.
 */
@Tag("long")
@Tag("cluster")
@Timeout(value = 6, unit = TimeUnit.MINUTES)
class OddObjectsTest {
    private static final int HEALTHY = 5;
    private static final Duration PATIENCE = Duration.ofMinutes(2);

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
                    "{warehouse: {template: {spec: {containers: [{name: mosaic, resources: {limits: {cpu: lots}}}]}}}}",
                    "\"lots\" is not a quantity"),
            cluster(
                    "{workerGroups: [{name: cpu, template: {spec: {hostNetwork: perhaps}}}]}",
                    "\"perhaps\" is not true or false"),
            cluster("{affinity: {nodeAffinity: [a]}}", "spec.affinity.nodeAffinity: it is not an object"),
            cluster("{head: {affinity: {podAffinity: 7}}}", "spec.head.affinity.podAffinity: "),
            cluster(
                    "{head: {topologySpreadConstraints: [{maxSkew: some}]}}",
                    "spec.head.topologySpreadConstraints[0].maxSkew: \"some\" is not a whole number"),
            cluster("{security: {keysSecretName: absent}}", "there is no Secret absent: make one with ca.crt"),
            cluster("{security: {tokenSecretName: absent}}", "there is no Secret absent: make one with token"),
            cluster(
                    "{warehouse: {objectStore: {endpoint: 'http://minio:9000', bucket: mosaic, credentialsSecretName: absent}}}",
                    "there is no Secret absent: make one with accessKey"),
            cluster(
                    "{warehouse: {objectStore: {endpoint: 'http://minio:9000', bucket: mosaic, caBundle: {secretName: absent}}}}",
                    "spec.warehouse.objectStore.caBundle.secretName: there is no Secret absent"),
            cluster(
                    "{head: {template: {spec: {volumes: [{name: keys, emptyDir: {}}]}}}}",
                    "keys is the operator's own"),
            cluster("{workerGroups: [{name: head}]}", "a group cannot be called head"),
            job(
                    "main: {className: A, template: {spec: {activeDeadlineSeconds: soon}}}",
                    "\"soon\" is not a whole number"),
            job(
                    "main: {className: A, template: {spec: {containers: {}}}}",
                    "spec.main.template.spec.containers: it is not a list"),
            job("main: {className: A, affinity: {podAffinity: 7}}", "spec.main.affinity.podAffinity: "),
            new Odd(
                    "MosaicJob",
                    "{main: {className: A}, clusterTemplate: {head: {template: {spec: {hostNetwork: perhaps}}}}}",
                    "\"perhaps\" is not true or false"),
            tessera("healthy-0", "nothing/app.jar", "there is no ConfigMap nothing with the key app.jar"),
            tessera("healthy-1", "nothing/other.jar", "there is no ConfigMap nothing with the key other.jar"),
            tessera("nobody", "nothing/app.jar", "there is no"),
            group("{clusterName: nobody, groupName: cpu, replicas: 3}", "there is no MosaicCluster nobody"),
            group("{clusterName: healthy-0, groupName: lost, replicas: 3}", "there is no MosaicCluster healthy-0"));

    @RegisterExtension
    static final Product PRODUCT = new Product();

    private String namespace = "";

    private static Odd cluster(String spec, String words) {
        return new Odd("MosaicCluster", spec, words);
    }

    private static Odd job(String spec, String words) {
        return new Odd("MosaicJob", "{clusterRef: {name: nobody}, " + spec + "}", words);
    }

    private static Odd tessera(String cluster, String jar, String words) {
        return new Odd(
                "Tessera",
                "{clusterRef: {name: %s}, className: A, code: {artifacts: [{uri: 'configmap://%s'}]}}"
                        .formatted(cluster, jar),
                words);
    }

    private static Odd group(String spec, String words) {
        return new Odd("MosaicWorkerGroup", spec, words);
    }

    /** Those of a suspended cluster wait until it wakes. */
    @AfterEach
    void freeTesserae() {
        PRODUCT.kubectl("delete", "tess", "--all", "--wait=false", "--namespace", namespace);
        for (int i = 0; i < ODD.size(); i++) {
            if (ODD.get(i).kind().equals("Tessera")) {
                PRODUCT.kubectl(
                        "patch",
                        "tess/odd-" + i,
                        "--type=merge",
                        "--patch",
                        "{\"metadata\":{\"finalizers\":null}}",
                        "--namespace",
                        namespace);
            }
        }
    }

    @Test
    void shouldServeHealthyClustersBesideTwentyThatNobodyCanUse() {
        namespace = PRODUCT.namespace("oddobjects");
        Pod operator = PRODUCT.operator();
        assertThat(ODD).hasSizeGreaterThanOrEqualTo(20);
        for (int i = 0; i < HEALTHY; i++) {
            declare(i, "first");
        }
        for (int i = 0; i < ODD.size(); i++) {
            create(i);
        }
        for (int i = 0; i < HEALTHY; i++) {
            awaitApplied(i, "first", PATIENCE);
        }
        Times times = Times.begin();
        Eventually.holds("each says why", PATIENCE, () -> silent().isEmpty(), () -> String.join("\n", silent()));
        times.say("odd objects: all say what is wrong");
        for (int i = 0; i < HEALTHY; i++) {
            Times change = Times.begin();
            declare(i, "second");
            awaitApplied(i, "second", PATIENCE);
            change.say("odd objects: a change of a healthy cluster is applied");
        }
        assertThat(PRODUCT.operator().getMetadata().getUid())
                .as("the operator's pod")
                .isEqualTo(operator.getMetadata().getUid());
        assertThat(Product.restarts(PRODUCT.operator())).as("its restarts").isEqualTo(Product.restarts(operator));
        assertThat(Product.isReady(PRODUCT.operator())).isTrue();
    }

    /** Those whose status does not say what is wrong, with what it says. */
    private List<String> silent() {
        List<String> silent = new ArrayList<>();
        for (int i = 0; i < ODD.size(); i++) {
            String said = PRODUCT.run(
                    "get",
                    ODD.get(i).kind() + "/odd-" + i,
                    "--namespace",
                    namespace,
                    "--output=jsonpath={.status.conditions[*].message}");
            if (!said.contains(ODD.get(i).words())) {
                silent.add("odd-" + i + " " + ODD.get(i) + " says: " + said);
            }
        }
        return silent;
    }

    private void create(int number) {
        Odd odd = ODD.get(number);
        PRODUCT.apply(namespace, """
                apiVersion: mosaic.dev/v1alpha1
                kind: %s
                metadata: {name: odd-%d}
                spec: %s
                """.formatted(odd.kind(), number, odd.spec()));
    }

    private void declare(int number, String word) {
        PRODUCT.apply(namespace, """
                apiVersion: mosaic.dev/v1alpha1
                kind: MosaicCluster
                metadata: {name: healthy-%d}
                spec: {suspend: true, head: {service: {annotations: {example.com/word: %s}}}}
                """.formatted(number, word));
    }

    private void awaitApplied(int number, String word, Duration limit) {
        Eventually.holds(
                "the Service of cluster " + number + " has the " + word + " word",
                limit,
                () -> word.equals(annotations(number).get("example.com/word")),
                () -> PRODUCT.run("get", "mc", "--namespace", namespace, "--output=yaml"));
    }

    private Map<String, String> annotations(int number) {
        Service service = Cluster.any()
                .client()
                .services()
                .inNamespace(namespace)
                .withName("healthy-" + number + "-head")
                .get();
        return Optional.ofNullable(service)
                .flatMap(each -> Optional.ofNullable(each.getMetadata().getAnnotations()))
                .orElse(Map.of());
    }
}
