package dev.mosaic.operator.apply;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.mosaic.crd.MosaicCluster;
import dev.mosaic.operator.plan.Action;
import io.fabric8.kubernetes.api.model.DeleteOptions;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the API server is asked to delete. */
class WriterTest {
    private final Map<String, DeleteOptions> deleted = new ConcurrentHashMap<>();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private volatile int status = 200;
    private HttpServer server;
    private KubernetesClient client;
    private Writer writer;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            try (exchange) {
                deleted.put(
                        exchange.getRequestMethod() + " " + exchange.getRequestURI(),
                        Serialization.unmarshal(exchange.getRequestBody(), DeleteOptions.class));
                exchange.sendResponseHeaders(status, 2);
                exchange.getResponseBody().write("{}".getBytes(StandardCharsets.US_ASCII));
            }
        });
        server.start();
        client = new KubernetesClientBuilder()
                .withConfig(new ConfigBuilder()
                        .withMasterUrl("http://127.0.0.1:" + server.getAddress().getPort())
                        .withRequestRetryBackoffLimit(0)
                        .build())
                .build();
        writer = new Writer(client, new Events(client, "test", () -> Instant.EPOCH, Runnable::run), threads);
    }

    @AfterEach
    void stop() {
        client.close();
        server.stop(0);
        threads.close();
    }

    private static <T extends HasMetadata> T seen(T object, String name) {
        object.setMetadata(new ObjectMetaBuilder()
                .withNamespace("lab")
                .withName(name)
                .withUid("uid-of-" + name)
                .withResourceVersion("7")
                .build());
        return object;
    }

    private void delete(HasMetadata object, HasMetadata owner) {
        assertThat(writer.carryOut(List.of(new Action.Delete(object, Optional.empty(), "test")), owner))
                .isEmpty();
    }

    @Test
    void shouldDeleteWhatItSawAndNoFollowerOfThatName() {
        MosaicCluster owner = seen(new MosaicCluster(), "brain");
        Pod ending = seen(new Pod(), "ending");
        ending.getMetadata().setDeletionTimestamp("2026-01-01T00:00:00Z");

        delete(seen(new Pod(), "pod"), owner);
        delete(ending, owner);
        delete(seen(new PersistentVolumeClaim(), "claim"), owner);
        delete(seen(new NetworkPolicy(), "policy"), owner);

        assertThat(deleted)
                .containsOnlyKeys(
                        "DELETE /api/v1/namespaces/lab/pods/pod",
                        "DELETE /api/v1/namespaces/lab/pods/ending",
                        "DELETE /api/v1/namespaces/lab/persistentvolumeclaims/claim",
                        "DELETE /apis/networking.k8s.io/v1/namespaces/lab/networkpolicies/policy")
                .allSatisfy((path, options) -> {
                    String name = path.substring(path.lastIndexOf('/') + 1);
                    assertThat(options.getPreconditions().getUid()).isEqualTo("uid-of-" + name);
                    assertThat(options.getPreconditions().getResourceVersion()).isNull();
                    assertThat(options.getPropagationPolicy()).isEqualTo("Background");
                    assertThat(options.getGracePeriodSeconds()).isEqualTo(name.equals("ending") ? 0L : null);
                });
    }

    /** As one that nobody uses. */
    @Test
    void shouldDeleteAClusterThatDecidedAboutItselfOnlyAsItWasSeen() {
        MosaicCluster cluster = seen(new MosaicCluster(), "brain");

        delete(cluster, cluster);

        DeleteOptions options = deleted.get("DELETE /apis/mosaic.dev/v1alpha1/namespaces/lab/mosaicclusters/brain");
        assertThat(options.getPreconditions().getUid()).isEqualTo("uid-of-brain");
        assertThat(options.getPreconditions().getResourceVersion()).isEqualTo("7");
    }

    @Test
    void shouldTryAgainWhereAnotherIsThereAndBeContentWhereItIsGone() {
        MosaicCluster cluster = seen(new MosaicCluster(), "brain");
        status = 409;
        assertThatThrownBy(() -> delete(cluster, cluster)).isInstanceOf(KubernetesClientException.class);
        status = 404;
        delete(cluster, cluster);
    }
}
