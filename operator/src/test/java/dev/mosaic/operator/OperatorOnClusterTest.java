package dev.mosaic.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.crd.Cluster;
import dev.mosaic.crd.Condition;
import dev.mosaic.crd.ConditionStatus;
import dev.mosaic.crd.MosaicCluster;
import dev.mosaic.crd.MosaicClusterStatus;
import dev.mosaic.crd.MosaicWorkerGroup;
import dev.mosaic.crd.Phase;
import dev.mosaic.crd.TestNamespace;
import dev.mosaic.testing.Eventually;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.events.v1.Event;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyIngressRule;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The packed operator on a real Kubernetes. Its pods have an image that no node has, so they are made and placed and never run: what
 * runs in them is for the system tests.
 */
@Tag("cluster")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class OperatorOnClusterTest {
    private static final List<Class<? extends HasMetadata>> KINDS = List.of(
            MosaicCluster.class,
            MosaicWorkerGroup.class,
            Pod.class,
            Secret.class,
            Service.class,
            ServiceAccount.class,
            PersistentVolumeClaim.class,
            PodDisruptionBudget.class,
            NetworkPolicy.class);

    private static final String SMALL = """
            imagePullPolicy: Never
            head: {resources: {requests: {cpu: 10m, memory: 16Mi}}}
            warehouse: {memory: 64Mi, resources: {requests: {cpu: 10m, memory: 80Mi}}}
            """;

    /** Where the operator's logs stay, for those who look for a reason. */
    private static final Path LOGS = Path.of("target");

    private static Cluster cluster;
    private static TestNamespace space;
    private static KubernetesClient client;
    private static RunningOperator operator;
    private static int starts;

    @BeforeAll
    @Timeout(value = 3, unit = TimeUnit.MINUTES)
    static void start() {
        cluster = Cluster.any().withCrds();
        client = cluster.client();
        assertThat(client.apps().deployments().inAnyNamespace().list().getItems())
                .as("no other operator, which would act here too: uninstall the chart first")
                .noneMatch(each -> each.getMetadata().getName().equals("mosaic-operator"));
        space = cluster.namespace("operator");
        startOperator();
    }

    @AfterAll
    @Timeout(value = 3, unit = TimeUnit.MINUTES)
    static void leaveNothing() {
        if (operator != null) {
            operator.close();
        }
        if (space != null) {
            space.close();
        }
    }

    @AfterEach
    void shouldNotComplain() {
        assertThat(operator.complaints()).isEmpty();
    }

    @Test
    void shouldMakeAllThatAClusterNeedsAndSayWhatItWaitsFor() {
        declare("made", group("one", 2));

        awaitPods("made", "head", 1);
        awaitPods("made", "warehouse", 1);
        awaitPods("made", "worker", 2);
        assertThat(secret("made-keys"))
                .containsOnlyKeys("ca.crt", "tls.crt", "tls.key", "token", "call.token", "deploy.token", "admin.token");
        assertThat(secret("made-authority")).containsOnlyKeys("ca.crt", "ca.key", "token");
        assertThat(names(PodDisruptionBudget.class, "made")).containsExactly("made-one");
        assertThat(names(Service.class, "made")).containsExactly("made-head");
        assertThat(names(NetworkPolicy.class, "made")).containsExactly("made");
        awaitStatus(
                "made",
                "the head's pod waits for its image",
                status -> status.phase() == Phase.PENDING
                        && status.condition("HeadReady")
                                .filter(each -> each.message().contains("ErrImageNeverPull"))
                                .isPresent()
                        && status.condition("Degraded")
                                .filter(each -> each.reason().equals("ImageNotPulled"))
                                .isPresent());
        assertThat(status("made").orElseThrow().version()).isEqualTo("0.1.0");
        Eventually.holds(
                "Events tell what was done",
                () -> reasons("made").containsAll(Set.of("MadeKeys", "CreatedHead"))
                        && reasons("made-one").contains("CreatedWorkers"));
    }

    @Test
    void shouldKeepAScaledGroupUntilItsUserChangesTheNumber() {
        declare("scaled", group("one", 1));
        awaitPods("scaled", "worker", 1);

        client.resources(MosaicWorkerGroup.class)
                .inNamespace(space.name())
                .withName("scaled-one")
                .scale(3);
        awaitPods("scaled", "worker", 3);
        declare("scaled", group("one", 1) + "disruption: {podDisruptionBudget: false}\n");
        Eventually.holds(
                "the cluster's change is done",
                () -> names(PodDisruptionBudget.class, "scaled").isEmpty());
        assertThat(wanted("scaled-one")).isEqualTo(3);

        declare("scaled", group("one", 2));
        awaitPods("scaled", "worker", 2);
        assertThat(wanted("scaled-one")).isEqualTo(2);
    }

    @Test
    void shouldLayOverlaysOverPodsAndRefuseTheOperatorsNames() {
        declare("laid", "head: {template: {metadata: {labels: {team: brain}}}}\nimagePullPolicy: Never\n");
        awaitPods("laid", "head", 1);
        assertThat(pods("laid", "head").getFirst().getMetadata().getLabels()).containsEntry("team", "brain");

        declare("laid", "head: {template: {spec: {volumes: [{name: keys, emptyDir: {}}]}}}\nimagePullPolicy: Never\n");
        awaitStatus(
                "laid",
                "the overlay is refused",
                status -> status.phase() == Phase.FAILED
                        && status.condition("Accepted")
                                .filter(each -> each.reason().equals("ReservedName"))
                                .map(Condition::message)
                                .orElse("")
                                .contains("keys is the operator's own"));
        assertThat(pods("laid", "head")).hasSize(1);
    }

    @Test
    void shouldWaitForTheUsersSecret() {
        declare("waits", """
                imagePullPolicy: Never
                warehouse:
                  objectStore: {endpoint: 'http://minio:9000', bucket: entries, credentialsSecretName: s3}
                """);
        awaitStatus(
                "waits",
                "the Secret is missing",
                status -> status.condition("Accepted")
                        .filter(each -> each.reason().equals("SecretNotFound"))
                        .isPresent());
        assertThat(pods("waits", "head")).isEmpty();

        Secret secret = new SecretBuilder()
                .withNewMetadata()
                .withName("s3")
                .withNamespace(space.name())
                .endMetadata()
                .addToStringData("accessKey", "a")
                .addToStringData("secretKey", "b")
                .build();
        client.resource(secret).create();
        awaitPods("waits", "warehouse", 1);
    }

    @Test
    void shouldReplacePodsWhereWhatTheyAreMadeFromChanges() {
        declare("rolled", SMALL + group("one", 2));
        awaitPods("rolled", "worker", 2);
        Set<String> workers = names(pods("rolled", "worker"));
        Set<String> heads = names(pods("rolled", "head"));

        declare("rolled", SMALL + group("one", 2).replace("drainTimeout: 1s", "drainTimeout: 2s"));
        Eventually.holds("all workers are others", () -> {
            Set<String> now = names(pods("rolled", "worker"));
            return now.size() == 2 && now.stream().noneMatch(workers::contains);
        });
        assertThat(names(pods("rolled", "head"))).isEqualTo(heads);
    }

    @Test
    void shouldMakeTheNextHeadWhenOneIsDeleted() {
        declare("headless", SMALL);
        awaitPods("headless", "head", 1);
        Set<String> first = names(pods("headless", "head"));
        awaitStatus(
                "headless",
                "the status knows the head",
                status -> status.head() != null && first.contains(status.head().podName()));

        client.resource(pods("headless", "head").getFirst()).delete();

        awaitStatus(
                "headless",
                "there is another head",
                status -> status.head().restarts() == 1
                        && status.head().podName() != null
                        && !first.contains(status.head().podName()));
        assertThat(reasons("headless")).contains("ReplacedHead");
    }

    @Test
    void shouldRemoveGroupsAndLeaveNothingBehind() {
        declare("gone", SMALL + group("one", 1) + group("two", 1).replace("workerGroups:\n", ""));
        awaitPods("gone", "worker", 2);

        declare("gone", SMALL + group("one", 1));
        awaitPods("gone", "worker", 1);
        assertThat(names(MosaicWorkerGroup.class, "gone")).containsExactly("gone-one");

        client.resources(MosaicCluster.class)
                .inNamespace(space.name())
                .withName("gone")
                .delete();
        KINDS.forEach(kind -> Eventually.holds(
                "no " + kind.getSimpleName() + " is left",
                () -> names(kind, "gone").isEmpty()));
    }

    @Test
    void shouldWriteNothingWhereAllIsAsItShouldBe() {
        declare("idle", SMALL + group("one", 1));
        awaitPods("idle", "worker", 1);
        awaitStatus(
                "idle",
                "all is said",
                status -> status.condition("Degraded")
                                .filter(each -> each.status() == ConditionStatus.TRUE)
                                .isPresent()
                        && status.workerGroups().getFirst().message() != null
                        && status.workerGroups().getFirst().message().contains("ErrImageNeverPull"));
        Eventually.holds("nothing changes for a second", () -> {
            Map<String, String> versions = versions("idle");
            LockSupport.parkNanos(Duration.ofSeconds(1).toNanos());
            return versions.equals(versions("idle"));
        });
        Map<String, String> before = versions("idle");

        operator.close();
        startOperator();
        Eventually.holds(
                "the new operator has started, has the lease, and has seen all",
                Duration.ofMinutes(2),
                () -> operator.reconciled("cluster") > 0 && operator.reconciled("group") > 0);

        assertThat(versions("idle")).isEqualTo(before);
    }

    @Test
    void shouldTakeBackWhatSomebodyElseChangesAndNameIt() {
        declare("drifted", SMALL.replace("{memory", "{disk: {type: PersistentVolume}, memory") + group("one", 1));
        awaitPods("drifted", "warehouse", 1);
        awaitPods("drifted", "worker", 1);

        edit(MosaicWorkerGroup.class, "drifted-one", each -> {
            each.setSpec(each.getSpec().withReplicas(2));
            each.getMetadata().getLabels().remove("app.kubernetes.io/managed-by");
        });
        edit(
                NetworkPolicy.class,
                "drifted",
                each -> each.getSpec().setIngress(List.of(new NetworkPolicyIngressRule())));
        edit(Service.class, "drifted-head", each -> {
            each.getSpec().setSelector(Map.of("app", "other"));
            each.getSpec().getPorts().getFirst().setTargetPort(new IntOrString(1));
            each.getMetadata().getLabels().remove("app.kubernetes.io/instance");
        });
        edit(
                PersistentVolumeClaim.class,
                "entries-drifted-warehouse-0",
                each -> each.getMetadata().getLabels().remove("app.kubernetes.io/managed-by"));
        edit(
                PodDisruptionBudget.class,
                "drifted-one",
                each -> each.getSpec().setMaxUnavailable(new IntOrString("100%")));
        edit(ServiceAccount.class, "drifted-runtime", each -> each.setAutomountServiceAccountToken(true));
        edit(
                Secret.class,
                "drifted-keys",
                each -> each.getMetadata().getLabels().remove("app.kubernetes.io/managed-by"));

        awaitPods("drifted", "worker", 2);
        Eventually.holds(
                "who may come in is as it was",
                () -> get(NetworkPolicy.class, "drifted").getSpec().getIngress().stream()
                        .noneMatch(each ->
                                each.getFrom().isEmpty() && each.getPorts().isEmpty()));
        Eventually.holds("the Service leads to the head", () -> {
            Service head = get(Service.class, "drifted-head");
            return !head.getSpec().getSelector().containsKey("app")
                    && head.getSpec().getPorts().getFirst().getTargetPort().getIntVal() != 1
                    && head.getMetadata().getLabels().containsKey("app.kubernetes.io/instance");
        });
        Eventually.holds(
                "one worker at a time may go",
                () -> get(PodDisruptionBudget.class, "drifted-one")
                        .getSpec()
                        .getMaxUnavailable()
                        .equals(new IntOrString(1)));
        Eventually.holds(
                "pods have no rights",
                () -> !get(ServiceAccount.class, "drifted-runtime").getAutomountServiceAccountToken());
        Eventually.holds(
                "what is the operator's is marked",
                () -> Stream.of(
                                get(PersistentVolumeClaim.class, "entries-drifted-warehouse-0"),
                                get(MosaicWorkerGroup.class, "drifted-one"),
                                get(Secret.class, "drifted-keys"))
                        .allMatch(each -> each.getMetadata().getLabels().containsKey("app.kubernetes.io/managed-by")));
        Eventually.holds(
                "an Event names what was changed",
                () -> client.events().v1().events().inNamespace(space.name()).list().getItems().stream()
                        .filter(each -> "HealedDrift".equals(each.getReason()))
                        .anyMatch(each -> each.getNote().contains("NetworkPolicy drifted")
                                && each.getNote().contains("spec.ingress")));
        assertThat(get(MosaicWorkerGroup.class, "drifted-one").getSpec().replicas())
                .as("a group that lost its label is not scaled")
                .isEqualTo(2);
    }

    /** The line of the token before is written beneath another one, and groups are tried first. */
    @Test
    void shouldKeepTheTokenBeforeBesideAnotherOne() {
        declare("token", SMALL + group("one", 1));
        awaitPods("token", "worker", 1);
        String before = text(secret("token-keys").get("token"));
        Set<String> workers = names(pods("token", "worker"));

        edit(
                Secret.class,
                "token-keys",
                each -> each.getData()
                        .put(
                                "token",
                                Base64.getEncoder().encodeToString("another\n".getBytes(StandardCharsets.US_ASCII))));

        Eventually.holds(
                "pods of before know both",
                () -> text(secret("token-keys").get("token")).equals("another\n" + before));
        Eventually.holds("a worker is made that knows both", () -> {
            Set<String> now = names(pods("token", "worker"));
            return now.size() == 1 && now.stream().noneMatch(workers::contains);
        });
    }

    private static String text(String encoded) {
        return new String(Base64.getDecoder().decode(encoded), StandardCharsets.US_ASCII);
    }

    private static <T extends HasMetadata> T get(Class<T> kind, String name) {
        return client.resources(kind).inNamespace(space.name()).withName(name).get();
    }

    private static <T extends HasMetadata> void edit(Class<T> kind, String name, Consumer<T> change) {
        var _ = Edits.edit(client, space.name(), kind, name, change);
    }

    @Test
    void shouldSayThatItLivesAndCount() {
        declare("counted", SMALL);
        awaitPods("counted", "head", 1);

        assertThat(operator.get("/q/health/live")).contains("\"reconciling\"").contains("UP");
        assertThat(operator.get("/q/health/ready")).contains("UP");
        assertThat(operator.get("/q/metrics"))
                .contains("mosaic_clusters{phase=\"pending\"}")
                .contains("reconciliations_success_total{controller_name=\"cluster\"");
        Eventually.holds(
                "one operator holds the Lease",
                () -> client.leases()
                                .inNamespace(space.name())
                                .withName("mosaic-operator")
                                .get()
                        != null);
    }

    private static void startOperator() {
        operator = RunningOperator.start(cluster, space.name(), LOGS.resolve("operator-" + starts++ + ".log"));
    }

    private static String group(String name, int replicas) {
        return """
                workerGroups:
                - name: %s
                  replicas: %d
                  drainTimeout: 1s
                  resources: {requests: {cpu: 10m, memory: 16Mi}}
                """.formatted(name, replicas);
    }

    private static void declare(String name, String spec) {
        String whole = spec.contains("imagePullPolicy") ? spec : SMALL + spec;
        client.resource(Given.read(
                        """
                        apiVersion: mosaic.dev/v1alpha1
                        kind: MosaicCluster
                        metadata: {name: %s, namespace: %s}
                        spec:
                        """.formatted(name, space.name()) + whole.indent(2), GenericKubernetesResource.class))
                .forceConflicts()
                .serverSideApply();
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

    private static void awaitPods(String name, String role, int count) {
        Eventually.holds(
                count + " pods of role " + role + " in cluster " + name,
                () -> pods(name, role).size() == count);
    }

    private static Optional<MosaicClusterStatus> status(String name) {
        return Optional.ofNullable(client.resources(MosaicCluster.class)
                        .inNamespace(space.name())
                        .withName(name)
                        .get())
                .flatMap(each -> Optional.ofNullable(each.getStatus()));
    }

    private static void awaitStatus(String name, String what, Predicate<MosaicClusterStatus> is) {
        Eventually.present(what, () -> status(name).filter(is));
    }

    private static int wanted(String group) {
        return client.resources(MosaicWorkerGroup.class)
                .inNamespace(space.name())
                .withName(group)
                .get()
                .getSpec()
                .replicas();
    }

    private static Map<String, String> secret(String name) {
        return client.secrets().inNamespace(space.name()).withName(name).get().getData();
    }

    private static Set<String> reasons(String about) {
        return client.events().v1().events().inNamespace(space.name()).list().getItems().stream()
                .filter(each -> each.getRegarding().getName().equals(about))
                .map(Event::getReason)
                .collect(Collectors.toSet());
    }

    private static Set<String> names(List<Pod> pods) {
        return pods.stream().map(each -> each.getMetadata().getName()).collect(Collectors.toSet());
    }

    /** Of a kind, those of the cluster, sorted. */
    private static List<String> names(Class<? extends HasMetadata> kind, String name) {
        return all(kind, name).stream()
                .map(each -> each.getMetadata().getName())
                .sorted()
                .toList();
    }

    private static List<? extends HasMetadata> all(Class<? extends HasMetadata> kind, String name) {
        return client.resources(kind).inNamespace(space.name()).list().getItems().stream()
                .filter(each -> each.getMetadata().getName().equals(name)
                        || (each.getMetadata().getLabels() != null
                                && name.equals(each.getMetadata().getLabels().get("mosaic.dev/cluster"))))
                .toList();
    }

    /** Of all that belongs to the cluster. */
    private static Map<String, String> versions(String name) {
        Map<String, String> versions = new TreeMap<>();
        KINDS.forEach(kind -> all(kind, name)
                .forEach(each -> versions.put(
                        kind.getSimpleName() + "/" + each.getMetadata().getName(),
                        each.getMetadata().getResourceVersion())));
        return versions;
    }
}
