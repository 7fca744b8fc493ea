package dev.mosaic.operator;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.mosaic.crd.MosaicCluster;
import dev.mosaic.crd.MosaicWorkerGroup;
import dev.mosaic.operator.apply.Events;
import dev.mosaic.operator.apply.ReplicaWriter;
import dev.mosaic.operator.apply.Writer;
import dev.mosaic.operator.desired.Declared;
import dev.mosaic.operator.desired.KeySecrets;
import dev.mosaic.operator.desired.Labels;
import dev.mosaic.operator.desired.PodUser;
import dev.mosaic.operator.desired.RuntimeImage;
import dev.mosaic.operator.desired.Workers;
import dev.mosaic.operator.head.HeadApi;
import dev.mosaic.operator.observe.Observer;
import dev.mosaic.operator.scale.Autoscaler;
import dev.mosaic.operator.snapshot.Pods;
import dev.mosaic.operator.snapshot.Rest;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodListBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The pods of a group, and the Secret of the user's that they mount, which nobody watches. */
class GroupKeysTest {
    private static final String POOL = "security: {keysSecretName: own}\nworkerGroups: [{name: pool, replicas: 1}]\n";
    private static final String READY = """
            status:
              conditions:
              - {type: HeadReady, status: 'True', reason: x, message: '', lastTransitionTime: '2026-11-22T06:00:00Z'}
              - {type: WarehouseReady, status: 'True', reason: x, message: '', lastTransitionTime: '2026-11-22T06:00:00Z'}
            """;

    private final Queue<String> requests = new ConcurrentLinkedQueue<>();
    private final Queue<Pod> made = new ConcurrentLinkedQueue<>();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private volatile Optional<Secret> own = Optional.of(secret("0123456789abcdef"));
    private volatile List<Pod> pods = List.of();
    private HttpServer server;
    private KubernetesClient client;
    private Autoscaler autoscaler;
    private GroupReconciler reconciler;

    /** An API server that knows that Secret and those pods. */
    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> answer(exchange, 404, "{}"));
        server.createContext(
                "/api/v1/namespaces/lab/secrets/own",
                exchange -> answer(
                        exchange,
                        own.isPresent() ? 200 : 404,
                        own.map(Given::write).orElse("{}")));
        server.createContext("/api/v1/namespaces/lab/pods", this::pods);
        server.start();
        client = new KubernetesClientBuilder()
                .withConfig(new ConfigBuilder()
                        .withMasterUrl("http://127.0.0.1:" + server.getAddress().getPort())
                        .withNamespace("lab")
                        .withRequestRetryBackoffLimit(0)
                        .build())
                .build();
        Observer observer = new Observer(client, Optional.of(Given.IMAGE), () -> Given.NOW);
        Events events = new Events(client, "test", () -> Given.NOW, Runnable::run);
        autoscaler = new Autoscaler(
                HeadApi.throughApiServer(client), observer, new ReplicaWriter(client), events, () -> Given.NOW);
        reconciler = new GroupReconciler(
                observer,
                new Writer(client, events, threads),
                events,
                new Pulse(() -> Given.NOW),
                autoscaler,
                () -> Given.NOW,
                new PodUser(true));
    }

    @AfterEach
    void stop() {
        autoscaler.close();
        client.close();
        server.stop(0);
        threads.close();
    }

    private void pods(HttpExchange exchange) throws IOException {
        if (exchange.getRequestMethod().equals("POST")) {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            made.add(Given.read(body, Pod.class));
            answer(exchange, 201, body);
        } else {
            answer(
                    exchange,
                    200,
                    client.getKubernetesSerialization()
                            .asJson(new PodListBuilder().withItems(pods).build()));
        }
    }

    private void answer(HttpExchange exchange, int status, String text) throws IOException {
        requests.add(exchange.getRequestMethod() + " " + exchange.getRequestURI());
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private static Secret secret(String token) {
        return new SecretBuilder()
                .withNewMetadata()
                .withName("own")
                .withNamespace("lab")
                .endMetadata()
                .withData(Map.of(
                        "ca.crt",
                        "YQ==",
                        "tls.crt",
                        "YQ==",
                        "tls.key",
                        "YQ==",
                        "token",
                        Base64.getEncoder().encodeToString(token.getBytes(StandardCharsets.US_ASCII))))
                .build();
    }

    private static MosaicWorkerGroup group(int replicas) {
        return Given.read("""
                apiVersion: mosaic.dev/v1alpha1
                kind: MosaicWorkerGroup
                metadata:
                  name: demo-pool
                  namespace: lab
                  uid: uid-of-pool
                  generation: 1
                  ownerReferences: [{apiVersion: mosaic.dev/v1alpha1, kind: MosaicCluster, name: demo, uid: uid-of-demo}]
                spec: {clusterName: demo, groupName: pool, replicas: %d}
                """.formatted(replicas), MosaicWorkerGroup.class);
    }

    /** As it is to be with these keys. */
    private static Pod worker(MosaicCluster cluster, Secret keys) {
        return Workers.pod(
                Declared.of(
                        cluster,
                        RuntimeImage.of(cluster.getSpec(), Optional.of(Given.IMAGE))
                                .orElseThrow(),
                        KeySecrets.mark(keys),
                        new PodUser(true)),
                cluster.getSpec().workerGroups().getFirst(),
                "uid-of-pool");
    }

    private void reconcile(MosaicCluster cluster, int replicas) {
        MosaicWorkerGroup group = group(replicas);
        try {
            reconciler.reconcile(group, context(cluster));
        } catch (RuntimeException written) {
            // The status is new, and nobody here takes it.
        }
    }

    /** Of what informers know. */
    @SuppressWarnings("unchecked")
    private Context<MosaicWorkerGroup> context(MosaicCluster cluster) {
        List<HasMetadata> there = List.copyOf(pods);
        return (Context<MosaicWorkerGroup>) Proxy.newProxyInstance(
                Context.class.getClassLoader(),
                new Class<?>[] {Context.class},
                (_, method, arguments) -> switch (method.getName()) {
                    case "getSecondaryResource" -> Optional.of(cluster).filter(((Class<?>) arguments[0])::isInstance);
                    case "getSecondaryResources" ->
                        there.stream()
                                .filter(((Class<?>) arguments[0])::isInstance)
                                .collect(Collectors.toSet());
                    default -> throw new UnsupportedOperationException(method.toString());
                });
    }

    /** Else they would be replaced as soon as there is a head. */
    @Test
    void shouldMakePodsOfTheSecretAsItIsWhileThereIsNoHead() {
        MosaicCluster cluster = Given.cluster(POOL);
        reconcile(cluster, 0);
        assertThat(requests).contains("GET /api/v1/namespaces/lab/secrets/own");
        assertThat(made).isEmpty();

        Secret newer = secret("fedcba9876543210");
        own = Optional.of(newer);
        reconcile(cluster, 1);

        assertThat(made)
                .extracting(each -> Pods.label(each, Labels.REVISION))
                .containsExactly(Pods.label(worker(cluster, newer), Labels.REVISION));
    }

    @Test
    void shouldMakeNoPodsWhileTheClusterIsPaused() {
        MosaicCluster cluster = Given.cluster(POOL);
        cluster.getMetadata().setAnnotations(Map.of(Rest.PAUSED, "true"));
        reconcile(cluster, 1);
        assertThat(requests).isEmpty();

        cluster.getMetadata().setAnnotations(Map.of(Rest.PAUSED, "false"));
        reconcile(cluster, 1);
        assertThat(made).hasSize(1);
    }

    @Test
    void shouldMakeNoPodsOfASecretThatIsGone() {
        MosaicCluster cluster = Given.cluster(POOL);
        reconcile(cluster, 0);
        own = Optional.empty();
        reconcile(cluster, 1);
        assertThat(made).isEmpty();
    }

    /** They go when the status says that it is suspended, after what runs there. */
    @Test
    void shouldReplaceNoPodOfAClusterThatIsToBeSuspendedAndLostItsSecret() {
        MosaicCluster cluster = Given.cluster("suspend: true\n" + POOL);
        cluster.setStatus(Given.read(READY, MosaicCluster.class).getStatus());
        pods = List.of(new PodBuilder(worker(cluster, own.orElseThrow()))
                .editMetadata()
                .withName("demo-pool-x")
                .withNamespace("lab")
                .withUid("uid-of-x")
                .withCreationTimestamp(Given.NOW.minusSeconds(600).toString())
                .endMetadata()
                .withNewStatus()
                .withPhase("Running")
                .addNewCondition()
                .withType("Ready")
                .withStatus("True")
                .endCondition()
                .endStatus()
                .build());
        own = Optional.empty();

        reconcile(cluster, 1);

        assertThat(requests).contains("GET /api/v1/namespaces/lab/secrets/own");
        assertThat(requests).noneMatch(each -> each.startsWith("DELETE ") || each.startsWith("POST /api/"));
    }
}
