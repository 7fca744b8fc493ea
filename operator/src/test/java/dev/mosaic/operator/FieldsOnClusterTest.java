package dev.mosaic.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.crd.Cluster;
import dev.mosaic.crd.Condition;
import dev.mosaic.crd.ConditionStatus;
import dev.mosaic.crd.MosaicCluster;
import dev.mosaic.crd.TestNamespace;
import dev.mosaic.testing.Eventually;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSecurityContext;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.TopologySpreadConstraint;
import io.fabric8.kubernetes.api.model.scheduling.v1.PriorityClass;
import io.fabric8.kubernetes.api.model.scheduling.v1.PriorityClassBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What a spec says of nodes, users and tokens, as a real API server takes it, with an operator that leaves the user of pods to the
 * platform. Pods have an image that no node has: they are made and placed and never run.
 */
@Tag("long")
@Tag("cluster")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class FieldsOnClusterTest {
    private static final String ONE = "0123456789abcdef-one";
    private static final String TWO = "0123456789abcdef-two";

    /** A minute for which a Secret is not read again, half of one until somebody looks, and what follows. */
    private static final Duration UNTIL_READ = Duration.ofSeconds(150);

    private static final String SMALL = """
            imagePullPolicy: Never
            warehouse: {memory: 64Mi, resources: {requests: {cpu: 10m, memory: 80Mi}}}
            workerGroups:
            - name: one
              drainTimeout: 1s
              resources: {requests: {cpu: 10m, memory: 16Mi}}
            """;

    private static TestNamespace space;
    private static KubernetesClient client;
    private static RunningOperator operator;
    private static PriorityClass priority;

    @BeforeAll
    @Timeout(value = 3, unit = TimeUnit.MINUTES)
    static void start() {
        Cluster cluster = Cluster.any().withCrds();
        client = cluster.client();
        space = cluster.namespace("fields");
        priority = new PriorityClassBuilder()
                .withNewMetadata()
                .withName(space.name())
                .endMetadata()
                .withValue(1)
                .withGlobalDefault(false)
                .build();
        client.resource(priority).create();
        operator = RunningOperator.start(
                cluster, space.name(), Path.of("target", "fields-operator.log"), Map.of("MOSAIC_FIXED_USER", "false"));
    }

    @AfterAll
    @Timeout(value = 3, unit = TimeUnit.MINUTES)
    static void leaveNothing() {
        if (operator != null) {
            assertThat(operator.complaints()).isEmpty();
            operator.close();
        }
        if (priority != null) {
            client.resource(priority).delete();
        }
        if (space != null) {
            space.close();
        }
    }

    @Test
    void shouldPlacePodsOfAllRolesAsClusterAndRolesSay() {
        declare("placed", """
                nodeSelector: {kubernetes.io/os: linux}
                tolerations: [{key: team, value: brain, effect: NoSchedule}]
                affinity:
                  podAntiAffinity:
                    preferredDuringSchedulingIgnoredDuringExecution:
                    - weight: 1
                      podAffinityTerm:
                        topologyKey: kubernetes.io/hostname
                        labelSelector: {matchLabels: {mosaic.dev/cluster: placed}}
                topologySpreadConstraints:
                - {maxSkew: 1, topologyKey: kubernetes.io/hostname, whenUnsatisfiable: ScheduleAnyway}
                priorityClassName: PRIORITY
                head:
                  resources: {requests: {cpu: 10m, memory: 16Mi}}
                  tolerations: [{key: head, operator: Exists}]
                """.replace("PRIORITY", space.name()) + SMALL);
        for (String role : List.of("head", "warehouse", "worker")) {
            PodSpec pod = await("placed", role).getSpec();
            assertThat(pod.getNodeSelector()).containsEntry("kubernetes.io/os", "linux");
            assertThat(pod.getTolerations()).anyMatch(each -> "team".equals(each.getKey()));
            assertThat(pod.getTolerations().stream().anyMatch(each -> "head".equals(each.getKey())))
                    .isEqualTo(role.equals("head"));
            assertThat(pod.getAffinity().getPodAntiAffinity().getPreferredDuringSchedulingIgnoredDuringExecution())
                    .hasSize(1);
            TopologySpreadConstraint spread = pod.getTopologySpreadConstraints().getFirst();
            assertThat(spread.getLabelSelector().getMatchLabels())
                    .containsEntry("mosaic.dev/cluster", "placed")
                    .containsEntry("mosaic.dev/role", role);
            assertThat(pod.getPriorityClassName()).isEqualTo(space.name());
            PodSecurityContext user = pod.getSecurityContext();
            assertThat(user.getRunAsUser()).as("the platform chooses").isNull();
            assertThat(user.getRunAsGroup()).isNull();
            assertThat(user.getFsGroup()).isNull();
            assertThat(user.getRunAsNonRoot()).isTrue();
        }
    }

    @Test
    void shouldSayWhichPlacementCannotBeReadAndLeavePodsAlone() {
        declare("bent", "head: {resources: {requests: {cpu: 10m, memory: 16Mi}}}\n" + SMALL);
        String head = await("bent", "head").getMetadata().getName();

        declare(
                "bent",
                "head: {affinity: {nodeAffinity: [a]}, resources: {requests: {cpu: 10m, memory: 16Mi}}}\n" + SMALL);
        awaitAccepted("bent", "spec.head.affinity.nodeAffinity: it is not an object");
        assertThat(await("bent", "head").getMetadata().getName()).isEqualTo(head);

        declare(
                "bent",
                "head: {affinity: {podAffinity: {}}, resources: {requests: {cpu: 10m, memory: 16Mi}}}\n" + SMALL);
        Eventually.holds(
                "it is accepted again",
                () -> accepted("bent")
                        .filter(each -> each.status() == ConditionStatus.TRUE)
                        .isPresent());
    }

    @Test
    void shouldTakeTheTokenOfTheUsersSecretAndANewOne() {
        declare(
                "told",
                "security: {tokenSecretName: word}\nhead: {resources: {requests: {cpu: 10m, memory: 16Mi}}}\n" + SMALL);
        awaitAccepted("told", "there is no Secret word: make one with token");
        write("word", Map.of("token", ONE));
        Eventually.holds(
                "the token is in the Secret of the pods", UNTIL_READ, () -> ONE.equals(read("told-keys", "token")));
        assertThat(read("told-keys", "call.token")).as("made by the operator").isNotEmpty();
        Pod worker = await("told", "worker");
        assertThat(worker.getSpec().getVolumes())
                .anyMatch(each -> each.getSecret() != null
                        && each.getSecret().getSecretName().equals("told-keys"));

        write("word", Map.of("token", TWO));
        Eventually.holds(
                "the new token is there, and the one before beneath it",
                UNTIL_READ,
                () -> (TWO + "\n" + ONE).equals(read("told-keys", "token")));
        Eventually.holds(
                "the worker is another one",
                () -> pods("told", "worker").stream()
                        .noneMatch(each -> each.getMetadata()
                                .getName()
                                .equals(worker.getMetadata().getName())));
    }

    /** Nobody watches it; before, it could take five minutes. */
    @Test
    void shouldNoticeAnotherTokenInTheUsersKeys() {
        Map<String, String> keys = new TreeMap<>(Map.of("ca.crt", "x", "tls.crt", "x", "tls.key", "x", "token", ONE));
        write("own", keys);
        declare(
                "own",
                "security: {keysSecretName: own}\nhead: {resources: {requests: {cpu: 10m, memory: 16Mi}}}\n" + SMALL);
        String worker = await("own", "worker").getMetadata().getName();

        keys.put("token", TWO + "\n" + ONE);
        write("own", keys);
        Eventually.holds(
                "the worker is another one",
                UNTIL_READ,
                () -> pods("own", "worker").stream()
                        .noneMatch(each -> each.getMetadata().getName().equals(worker)));
    }

    /** Certificates by one, the token by another: what cert-manager and an external secrets operator make. */
    @Test
    void shouldPutCertificatesAndTokenOfTwoSecretsTogether() {
        declare("made", "head: {resources: {requests: {cpu: 10m, memory: 16Mi}}}\n" + SMALL);
        await("made", "head");
        Map<String, String> certificates = new TreeMap<>();
        for (String file : List.of("ca.crt", "tls.crt", "tls.key")) {
            certificates.put(file, read("made-keys", file));
        }
        write("certificates", certificates);
        write("apart", Map.of("token", ONE));

        declare(
                "joined",
                "security: {keysSecretName: certificates, tokenSecretName: apart}\nhead: {resources: {requests: {cpu: 10m, memory: 16Mi}}}\n"
                        + SMALL);
        await("joined", "head");

        assertThat(read("joined-keys", "tls.crt")).isEqualTo(certificates.get("tls.crt"));
        assertThat(read("joined-keys", "tls.key")).isEqualTo(certificates.get("tls.key"));
        assertThat(read("joined-keys", "token")).isEqualTo(ONE);
        assertThat(client.secrets()
                        .inNamespace(space.name())
                        .withName("joined-authority")
                        .get()
                        .getData())
                .as("there is nothing to sign with")
                .containsOnlyKeys("token");
    }

    private static void declare(String name, String spec) {
        client.resource(Given.read("""
                        apiVersion: mosaic.dev/v1alpha1
                        kind: MosaicCluster
                        metadata: {name: %s, namespace: %s}
                        spec:
                        """.formatted(name, space.name()) + spec.indent(2), GenericKubernetesResource.class))
                .forceConflicts()
                .serverSideApply();
    }

    private static void write(String name, Map<String, String> texts) {
        Map<String, String> data = new TreeMap<>();
        texts.forEach((file, text) ->
                data.put(file, Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.US_ASCII))));
        Secret secret = new SecretBuilder()
                .withNewMetadata()
                .withName(name)
                .withNamespace(space.name())
                .endMetadata()
                .withData(data)
                .build();
        client.resource(secret).forceConflicts().serverSideApply();
    }

    /** Without the end of the last line; empty where it is not there. */
    private static String read(String secret, String file) {
        Secret found =
                client.secrets().inNamespace(space.name()).withName(secret).get();
        String text =
                found == null ? "" : Objects.requireNonNullElse(found.getData().get(file), "");
        return new String(Base64.getDecoder().decode(text), StandardCharsets.US_ASCII).strip();
    }

    private static List<Pod> pods(String name, String role) {
        return client
                .pods()
                .inNamespace(space.name())
                .withLabels(Map.of("mosaic.dev/cluster", name, "mosaic.dev/role", role))
                .list()
                .getItems()
                .stream()
                .filter(each -> each.getMetadata().getDeletionTimestamp() == null)
                .toList();
    }

    private static Pod await(String name, String role) {
        return Eventually.present(
                "there is a pod of role " + role + " in cluster " + name,
                () -> pods(name, role).stream().findFirst());
    }

    private static void awaitAccepted(String name, String words) {
        Eventually.holds(
                name + " says: " + words,
                UNTIL_READ,
                () -> accepted(name)
                        .filter(each -> each.message().contains(words))
                        .isPresent());
    }

    private static Optional<Condition> accepted(String name) {
        MosaicCluster cluster = client.resources(MosaicCluster.class)
                .inNamespace(space.name())
                .withName(name)
                .get();
        return Optional.ofNullable(cluster.getStatus()).flatMap(status -> status.condition("Accepted"));
    }
}
