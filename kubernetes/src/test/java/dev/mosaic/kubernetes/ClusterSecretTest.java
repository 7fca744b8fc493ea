package dev.mosaic.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.mosaic.StartException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which Secret programs outside take: that which the pods of the cluster mount. */
class ClusterSecretTest {
    private static final String KUBECONFIG = "kubeconfig";

    @TempDir
    private Path folder;

    private HttpServer server;
    private String before;

    @BeforeEach
    void begin() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.start();
        Path kubeconfig = Files.writeString(
                folder.resolve("config"), """
                apiVersion: v1
                kind: Config
                clusters: [{name: small, cluster: {server: "http://127.0.0.1:%d"}}]
                users: [{name: one, user: {}}]
                contexts: [{name: small, context: {cluster: small, user: one, namespace: lab}}]
                current-context: small
                """.formatted(server.getAddress().getPort()));
        before = System.getProperty(KUBECONFIG);
        System.setProperty(KUBECONFIG, kubeconfig.toString());
    }

    @AfterEach
    void end() {
        server.stop(0);
        if (before == null) {
            System.clearProperty(KUBECONFIG);
        } else {
            System.setProperty(KUBECONFIG, before);
        }
    }

    /** What the API server has at a path; 404 for all else. */
    private void has(String path, String body) {
        server.createContext(path, exchange -> {
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
    }

    private void hasSecret(String name) {
        has("/api/v1/namespaces/lab/secrets/" + name, """
                {"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "%s", "namespace": "lab"}}""".formatted(name));
    }

    private void hasCluster(String security) {
        has("/apis/mosaic.dev/v1alpha1/namespaces/lab/mosaicclusters/demo", """
                {"apiVersion": "mosaic.dev/v1alpha1", "kind": "MosaicCluster", "metadata": {"name": "demo", "namespace": "lab"},
                 "spec": {"security": %s}}""".formatted(security));
    }

    private static String taken() {
        try (Api api = Api.open(Optional.empty())) {
            return new KubernetesCluster(api, new ClusterAddress(Optional.of("lab"), "demo", Optional.empty()))
                    .keys()
                    .getMetadata()
                    .getName();
        }
    }

    @Test
    void shouldTakeTheSecretThatTheSpecNames() {
        hasSecret("demo-keys");
        hasSecret("own");
        hasCluster("{\"keysSecretName\": \"own\"}");
        assertThat(taken()).isEqualTo("own");
    }

    /** Both are put together in the operator's. */
    @Test
    void shouldTakeTheOperatorsSecretWhereTheTokenIsApart() {
        hasSecret("demo-keys");
        hasSecret("own");
        hasCluster("{\"keysSecretName\": \"own\", \"tokenSecretName\": \"other\"}");
        assertThat(taken()).isEqualTo("demo-keys");
    }

    @Test
    void shouldTakeTheOperatorsSecretWhereTheClusterSaysNothingOrCannotBeSeen() {
        hasSecret("demo-keys");
        assertThat(taken()).isEqualTo("demo-keys");
        hasCluster("{}");
        assertThat(taken()).isEqualTo("demo-keys");
    }

    @Test
    void shouldSayWhichSecretIsMissingAndWhoNamesIt() {
        hasCluster("{\"keysSecretName\": \"own\"}");
        assertThatThrownBy(ClusterSecretTest::taken)
                .isInstanceOf(StartException.class)
                .hasMessageContaining("there is no Secret own in namespace=lab")
                .hasMessageContaining("spec.security.keysSecretName");
    }
}
