package dev.mosaic.operator;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.mosaic.crd.MosaicCluster;
import dev.mosaic.crd.MosaicClusterStatus;
import dev.mosaic.crd.SuspensionReason;
import dev.mosaic.crd.SuspensionStatus;
import dev.mosaic.keys.ClusterKeys;
import dev.mosaic.operator.apply.Events;
import dev.mosaic.operator.apply.KeyKeeper;
import dev.mosaic.operator.apply.Writer;
import dev.mosaic.operator.desired.Declared;
import dev.mosaic.operator.desired.Desired;
import dev.mosaic.operator.desired.KeySecrets;
import dev.mosaic.operator.desired.Names;
import dev.mosaic.operator.desired.PodUser;
import dev.mosaic.operator.desired.RuntimeImage;
import dev.mosaic.operator.head.HeadApi;
import dev.mosaic.operator.observe.IdleClusters;
import dev.mosaic.operator.observe.Observer;
import dev.mosaic.operator.snapshot.ClusterSnapshot;
import dev.mosaic.operator.snapshot.Idleness;
import dev.mosaic.operator.snapshot.Rest;
import dev.mosaic.operator.status.ClusterStatuses;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.IndexedResourceCache;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The passes of five minutes over a suspended cluster, and what they ask the API server. */
class RestingClusterTest {
    private static final Duration PASS = Duration.ofMinutes(5);
    private static final String SUSPENDED = """
            suspend: true
            warehouse: {memory: 128Mi, objectStore: {endpoint: 'http://minio:9000', bucket: b, credentialsSecretName: s3}}
            workerGroups: [{name: pool, maxReplicas: 3}]
            """;

    private static final byte[] TOKEN = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

    private final Queue<String> requests = new ConcurrentLinkedQueue<>();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private Instant now = Given.NOW;
    private HttpServer server;
    private KubernetesClient client;
    private ClusterReconciler reconciler;

    /** An API server that counts, and knows two Secrets of the user's alone. */
    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> answer(exchange, "{\"items\": []}"));
        server.createContext("/api/v1/namespaces/lab/secrets/", exchange -> answer(exchange, 404, "{}"));
        server.createContext(
                "/api/v1/namespaces/lab/secrets/word",
                exchange -> answer(exchange, """
                        {"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "word", "namespace": "lab"},
                         "data": {"token": "%s"}}""".formatted(Base64.getEncoder().encodeToString(TOKEN))));
        server.createContext("/api/v1/namespaces/lab/secrets/s3", exchange -> answer(exchange, """
                        {"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "s3", "namespace": "lab"},
                         "data": {"accessKey": "YQ==", "secretKey": "Yg=="}}"""));
        server.start();
        client = new KubernetesClientBuilder()
                .withConfig(new ConfigBuilder()
                        .withMasterUrl("http://127.0.0.1:" + server.getAddress().getPort())
                        .withNamespace("lab")
                        .withRequestRetryBackoffLimit(0)
                        .build())
                .build();
        Observer observer = new Observer(client, Optional.of(Given.IMAGE), () -> now);
        Events events = new Events(client, "test", () -> now, Runnable::run);
        reconciler = new ClusterReconciler(
                observer,
                new IdleClusters(HeadApi.throughApiServer(client), () -> now),
                new KeyKeeper(client, observer, events),
                new Writer(client, events, threads),
                events,
                new Pulse(() -> now),
                () -> now,
                new ClusterMetrics(new SimpleMeterRegistry(), new Kinds(client), new Namespaces(client, Set.of())),
                new PodUser(true));
    }

    @AfterEach
    void stop() {
        client.close();
        server.stop(0);
        threads.close();
    }

    private void answer(HttpExchange exchange, String json) throws IOException {
        answer(exchange, 200, json);
    }

    private void answer(HttpExchange exchange, int status, String json) throws IOException {
        requests.add(exchange.getRequestMethod() + " " + exchange.getRequestURI());
        byte[] body = json.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    @Test
    void shouldAskForNothingWhileASuspendedClusterRests() throws Exception {
        MosaicCluster cluster = Given.cluster(SUSPENDED);
        Context<MosaicCluster> context = resting(cluster);

        reconciler.reconcile(cluster, context);
        assertThat(requests)
                .as("a user's Secret is looked at once")
                .containsExactly("GET /api/v1/namespaces/lab/secrets/s3");
        requests.clear();
        for (int pass = 1; pass <= 3; pass++) {
            now = now.plus(PASS);
            reconciler.reconcile(cluster, context);
        }

        assertThat(requests).as("in 15 minutes").isEmpty();
    }

    /** A new operator does not know what an earlier one has read. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "security: {keysSecretName: gone}",
                "security: {tokenSecretName: gone}",
                "security: {keysSecretName: gone, tokenSecretName: word}",
                "warehouse: {objectStore: {endpoint: 'http://minio:9000', bucket: b, credentialsSecretName: gone}}",
                "warehouse: {objectStore: {endpoint: 'http://minio:9000', bucket: b, caBundle: {secretName: gone}}}"
            })
    void shouldAskOnceForTheSecretOfASuspendedClusterThatIsGone(String spec) throws Exception {
        MosaicCluster cluster = Given.cluster("suspend: true\n" + spec);
        Context<MosaicCluster> context = resting(cluster);

        UpdateControl<MosaicCluster> first = reconciler.reconcile(cluster, context);
        assertThat(requests)
                .as("nothing is written")
                .allMatch(each -> each.startsWith("GET ") && each.contains("/secrets/"));
        assertThat(first.getScheduleDelay()).as("nothing waits for it").isEmpty();
        requests.clear();
        for (int pass = 1; pass <= 3; pass++) {
            now = now.plus(PASS);
            reconciler.reconcile(cluster, context);
        }

        assertThat(requests).as("in 15 minutes").isEmpty();
    }

    /** One that is suspended from the beginning, or lost its Secret before. */
    @Test
    void shouldCarryOnToSuspendAClusterWhoseSecretIsGone() throws Exception {
        MosaicCluster cluster = Given.cluster("suspend: true\nsecurity: {keysSecretName: gone}");
        cluster.setStatus(Given.read(
                        "status: {suspension: {reason: Requested, since: '" + now + "', generation: 1}}",
                        MosaicCluster.class)
                .getStatus());

        try {
            reconciler.reconcile(cluster, context(List.of()));
        } catch (RuntimeException written) {
            // The status is new, and nobody here takes it.
        }

        assertThat(requests)
                .as("its workers go first")
                .anyMatch(each -> each.startsWith("GET /api/v1/namespaces/lab/pods?")
                        && each.contains("mosaic.dev%2Frole%3Dworker"));
    }

    private void tried(MosaicCluster cluster) throws Exception {
        try {
            reconciler.reconcile(cluster, context(List.of()));
        } catch (RuntimeException written) {
            // The status is new, and nobody here takes it.
        }
    }

    @Test
    void shouldWriteNothingButTheStatusOfAPausedCluster() throws Exception {
        MosaicCluster cluster = Given.cluster("workerGroups: [{name: one}]");
        cluster.getMetadata().setAnnotations(Map.of(Rest.PAUSED, "true"));
        tried(cluster);
        assertThat(requests).allMatch(each -> each.contains("/status"));

        cluster.getMetadata().setAnnotations(Map.of());
        tried(cluster);
        assertThat(requests)
                .as("it makes keys")
                .anyMatch(each -> each.startsWith("PATCH ") && each.contains("/secrets/"));
    }

    /** What follows from another token follows when there is a head. */
    @Test
    void shouldNotReadSecretsAgainAndAgainWhileTheHeadWaitsForANode() throws Exception {
        MosaicCluster cluster = Given.cluster("security: {tokenSecretName: word}\nprogressDeadline: 5h");
        ClusterKeys keys = ClusterKeys.none()
                .withTokens(Map.of("token", TOKEN))
                .cared(
                        now,
                        Duration.ofDays(90),
                        Names.headHosts("lab", cluster.getMetadata().getName()));
        Secret units = KeySecrets.units(cluster, keys.units());
        Desired desired = desired(cluster, units);
        Pod head = unplaced(desired.head());
        Pod warehouse = unplaced(desired.warehouse());
        List<HasMetadata> there =
                new ArrayList<>(List.of(units, KeySecrets.authority(cluster, keys.authority()), head, warehouse));
        there.addAll(desired.settings());
        there.addAll(desired.groups());
        ClusterSnapshot snapshot = new ClusterSnapshot(
                cluster,
                List.of(head),
                desired.settings(),
                List.of(warehouse),
                desired.groups(),
                Optional.of(units),
                Optional.of(KeySecrets.authority(cluster, keys.authority())),
                Map.of(),
                Optional.of(Given.IMAGE),
                now,
                Optional.empty());
        cluster.setStatus(ClusterStatuses.of(snapshot, List.of(), List.of(), Optional.of(desired), Rest.NONE));
        Context<MosaicCluster> context = context(there);

        reconciler.reconcile(cluster, context);
        assertThat(requests).containsExactly("GET /api/v1/namespaces/lab/secrets/word");
        requests.clear();
        for (int pass = 1; pass <= 3; pass++) {
            now = now.plus(PASS);
            reconciler.reconcile(cluster, context);
        }
        assertThat(requests).as("in 15 minutes").isEmpty();

        List<HasMetadata> withWarehouse = new ArrayList<>(there);
        withWarehouse.remove(unplaced(warehouse));
        withWarehouse.add(placed(unplaced(warehouse)));
        for (int pass = 1; pass <= 2; pass++) {
            requests.clear();
            now = now.plus(PASS);
            tried(cluster, context(withWarehouse));
            assertThat(requests)
                    .as("certificates of a warehouse that runs come to their end")
                    .contains("GET /api/v1/namespaces/lab/secrets/word");
        }
        requests.clear();
        now = now.plus(PASS);

        there.remove(head);
        there.add(placed(head));
        UpdateControl<MosaicCluster> placed = UpdateControl.noUpdate();
        try {
            placed = reconciler.reconcile(cluster, context(there));
        } catch (RuntimeException written) {
            // The status is new, and nobody here takes it.
        }
        assertThat(requests).as("it has a node: %s", placed).contains("GET /api/v1/namespaces/lab/secrets/word");
    }

    /** Whoever changes it and resumes the cluster then does not wait for a minute. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "security: {tokenSecretName: word}",
                "warehouse: {objectStore: {endpoint: 'http://minio:9000', bucket: b, credentialsSecretName: s3}}"
            })
    void shouldLookAtSecretsAgainWhenAClusterIsResumed(String spec) throws Exception {
        MosaicCluster cluster = Given.cluster("suspend: true\n" + spec);
        Context<MosaicCluster> context = resting(cluster);
        reconciler.reconcile(cluster, context);
        String read = spec.contains("word") ? "word" : "s3";
        assertThat(requests).contains("GET /api/v1/namespaces/lab/secrets/" + read);
        requests.clear();
        MosaicCluster resumed = Given.cluster("suspend: false\n" + spec);
        resumed.getMetadata().setGeneration(4L);
        resumed.setStatus(cluster.getStatus());

        now = now.plusSeconds(1);
        tried(resumed, context);

        assertThat(requests).contains("GET /api/v1/namespaces/lab/secrets/" + read);
    }

    private void tried(MosaicCluster cluster, Context<MosaicCluster> context) throws Exception {
        try {
            reconciler.reconcile(cluster, context);
        } catch (RuntimeException written) {
            // The status is new, and nobody here takes it.
        }
    }

    private static Pod placed(Pod pod) {
        return new PodBuilder(pod).editStatus().withConditions().endStatus().build();
    }

    private Pod unplaced(Pod pod) {
        return new PodBuilder(pod)
                .editMetadata()
                .withUid("uid-of-" + pod.getMetadata().getName())
                .withCreationTimestamp(Given.NOW.toString())
                .endMetadata()
                .withNewStatus()
                .withPhase("Pending")
                .addNewCondition()
                .withType("PodScheduled")
                .withStatus("False")
                .withReason("Unschedulable")
                .withMessage("0/1 nodes are available")
                .endCondition()
                .endStatus()
                .build();
    }

    private static Desired desired(MosaicCluster cluster, Secret units) {
        return Desired.of(
                Declared.of(
                        cluster,
                        RuntimeImage.of(cluster.getSpec(), Optional.of(Given.IMAGE))
                                .orElseThrow(),
                        KeySecrets.mark(units),
                        new PodUser(true)),
                Map.of());
    }

    /** Else it would meet what the one before has left. */
    @Test
    void shouldLookForWorkersBeforeAClusterIsResumed() throws Exception {
        MosaicCluster cluster = Given.cluster(SUSPENDED);
        Context<MosaicCluster> context = resting(cluster);
        MosaicCluster resumed = Given.cluster(SUSPENDED.replace("suspend: true", "suspend: false"));
        resumed.getMetadata().setGeneration(4L);
        resumed.setStatus(cluster.getStatus());

        try {
            reconciler.reconcile(resumed, context);
        } catch (RuntimeException written) {
            // The status is new, and nobody here takes it.
        }

        assertThat(requests)
                .anyMatch(each -> each.startsWith("GET /api/v1/namespaces/lab/pods?")
                        && each.contains("mosaic.dev%2Frole%3Dworker"));
    }

    /** All is as it should be, and the status says it. */
    private Context<MosaicCluster> resting(MosaicCluster cluster) throws Exception {
        ClusterKeys keys = ClusterKeys.none()
                .cared(
                        now,
                        Duration.ofDays(90),
                        Names.headHosts("lab", cluster.getMetadata().getName()));
        List<HasMetadata> there = new ArrayList<>(
                List.of(KeySecrets.units(cluster, keys.units()), KeySecrets.authority(cluster, keys.authority())));
        boolean areOwn = cluster.getSpec().security().mountedSecretName() != null;
        Desired desired = desired(
                cluster,
                areOwn ? new SecretBuilder().withData(Map.of()).build() : KeySecrets.units(cluster, keys.units()));
        there.addAll(desired.settings());
        there.addAll(desired.groups());
        SuspensionStatus suspension = new SuspensionStatus(
                SuspensionReason.REQUESTED,
                now.toString(),
                cluster.getMetadata().getGeneration(),
                null);
        ClusterSnapshot snapshot = new ClusterSnapshot(
                cluster,
                List.of(),
                desired.settings(),
                List.of(),
                desired.groups(),
                Optional.of(KeySecrets.units(cluster, keys.units())),
                Optional.of(KeySecrets.authority(cluster, keys.authority())),
                Map.of(),
                Optional.of(Given.IMAGE),
                now,
                Optional.empty());
        MosaicClusterStatus status = ClusterStatuses.of(
                snapshot,
                List.of(),
                List.of(),
                Optional.of(desired),
                new Rest(Optional.of(suspension), true, new Idleness.Unasked()));
        cluster.setStatus(status);
        return context(there);
    }

    /** Of what informers know. */
    @SuppressWarnings("unchecked")
    private static Context<MosaicCluster> context(List<HasMetadata> there) {
        InvocationHandler nothing =
                (_, method, _) -> method.getReturnType() == Optional.class ? Optional.empty() : null;
        Object cache = proxy(IndexedResourceCache.class, nothing);
        return (Context<MosaicCluster>) proxy(Context.class, (_, method, arguments) -> switch (method.getName()) {
            case "getSecondaryResources" ->
                there.stream().filter(((Class<?>) arguments[0])::isInstance).collect(Collectors.toSet());
            case "getPrimaryCache" -> cache;
            default -> throw new UnsupportedOperationException(method.toString());
        });
    }

    private static Object proxy(Class<?> type, InvocationHandler handler) {
        return Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler);
    }
}
