package dev.mosaic.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mosaic.Mosaic;
import dev.mosaic.NoMosaicException;
import dev.mosaic.Ref;
import dev.mosaic.StartException;
import dev.mosaic.Task;
import dev.mosaic.crd.Cluster;
import dev.mosaic.crd.MosaicCluster;
import dev.mosaic.process.Passage;
import dev.mosaic.testing.Eventually;
import dev.mosaic.testing.LogGuard;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import io.fabric8.kubernetes.api.model.authentication.TokenRequestBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A program on this machine and a cluster of real pods; and what it is told where it does not get there. */
@Timeout(180)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class KubernetesConnectTest {
    private static final int LARGE_BYTES = 10_000_000;

    @RegisterExtension
    final LogGuard log = new LogGuard();

    @RegisterExtension
    final Kubeconfig kubeconfig = new Kubeconfig();

    @TempDir
    Path folder;

    private static Pods pods;

    @BeforeAll
    static void begin(@TempDir Path keys) throws IOException {
        pods = new Pods("connect").keys(keys).head("demo-head-a").warehouse().worker("demo-workers-a");
        pods.awaitReady("demo-head-a").awaitSaid("demo-workers-a", " joined ");
    }

    @AfterAll
    static void end() {
        if (pods != null) {
            pods.close();
        }
    }

    @Test
    @Order(1)
    void shouldRunTheProgramsOwnCodeInPods() {
        try (Mosaic mosaic = Mosaic.connect(Kubernetes.cluster(pods.namespace(), Pods.CLUSTER))) {
            assertThat(mosaic.submit(() -> System.getenv("HOSTNAME")).result()).isEqualTo("demo-workers-a");
        }
    }

    @Test
    @Order(2)
    void shouldCarryLargeArgumentsAndResults() {
        byte[] large = new byte[LARGE_BYTES];
        ThreadLocalRandom.current().nextBytes(large);
        int expected = Arrays.hashCode(large);
        try (Mosaic mosaic = Mosaic.connect(Kubernetes.cluster(pods.namespace(), Pods.CLUSTER))) {
            var _ = mosaic.submit(() -> 1).result(); // a worker is there
            Ref<byte[]> ref = mosaic.put(large);
            assertThat(mosaic.submit((byte[] it) -> Arrays.hashCode(it), ref).result())
                    .isEqualTo(expected);
            assertThat(mosaic.submit(() -> new byte[LARGE_BYTES]).result().length)
                    .isEqualTo(LARGE_BYTES);
        }
    }

    @Test
    @Order(3)
    void shouldKeepKeysToItselfAndDeleteThemInTheEnd() throws IOException {
        Path kept;
        try (Passage passage = Passage.open(
                Kubernetes.cluster(pods.namespace(), Pods.CLUSTER),
                Optional.empty(),
                Optional.empty(),
                Duration.ofSeconds(30))) {
            assertThat(passage.address()).startsWith("mosaic://127.0.0.1:");
            kept = passage.keys().orElseThrow();
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(kept)))
                    .isEqualTo("rwx------");
            try (Stream<Path> files = Files.list(kept)) {
                List<Path> all = files.sorted().toList();
                assertThat(all)
                        .extracting(each -> each.getFileName().toString())
                        .containsExactly("ca.crt", "tls.crt", "tls.key", "token");
                for (Path each : all) {
                    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(each)))
                            .isEqualTo("rw-------");
                }
            }
        }
        assertThat(kept).doesNotExist();
    }

    @Test
    @Order(4)
    void shouldUseKeysThatTheProgramHas() throws IOException {
        Path own = folder.resolve("own");
        try (Api api = Api.open(Optional.empty())) {
            SecretFolder.at(own)
                    .write(new KubernetesCluster(
                                    api, ClusterAddress.parse(Kubernetes.cluster(pods.namespace(), Pods.CLUSTER)))
                            .keys());
        }
        try (Mosaic mosaic =
                Mosaic.connect(Kubernetes.cluster(pods.namespace(), Pods.CLUSTER), options -> options.keys(own))) {
            assertThat(mosaic.submit(() -> 42).result()).isEqualTo(42);
        }
        assertThat(own.resolve("token")).exists();
    }

    @Test
    @Order(4)
    void shouldFindTheClusterFromAPodByItsEnvironment() throws IOException {
        pods.program().awaitSaid("program", "computed in demo-workers-a");
    }

    @Test
    @Order(5)
    void shouldGoOnWithTheHeadThatTookOver() {
        try (Mosaic mosaic = Mosaic.connect(Kubernetes.cluster(pods.namespace(), Pods.CLUSTER))) {
            assertThat(mosaic.submit(() -> 1).result()).isEqualTo(1);

            pods.kill("demo-head-a");
            Task<Integer> meanwhile = mosaic.submit(() -> 2);
            pods.head("demo-head-b").awaitReady("demo-head-b");

            assertThat(meanwhile.result()).isEqualTo(2);
            assertThat(mosaic.submit(() -> 3).result()).isEqualTo(3);
        }
    }

    @Test
    void shouldBeToldThatItsClusterIsDeleted(@TempDir Path keys) throws IOException {
        KubernetesClient client = Cluster.any().withCrds().client();
        MosaicCluster demo = new MosaicCluster();
        demo.setMetadata(new ObjectMetaBuilder().withName(Pods.CLUSTER).build());
        try (Pods own =
                new Pods("deleted").keys(keys).head("demo-head").warehouse().worker("demo-workers")) {
            own.awaitReady("demo-head").awaitSaid("demo-workers", " joined ");
            client.resource(demo).inNamespace(own.namespace()).create();
            try (Mosaic mosaic = Mosaic.connect(Kubernetes.cluster(own.namespace(), Pods.CLUSTER))) {
                Task<Integer> waits = mosaic.submit(() -> new CountDownLatch(1).await(60, TimeUnit.SECONDS) ? 1 : 0);
                Eventually.holds("it runs", () -> waits.state() == Task.State.RUNNING);
                client.resource(demo).inNamespace(own.namespace()).delete();
                own.kill("demo-head");
                assertThatThrownBy(() -> waits.result(Duration.ofSeconds(30)))
                        .isInstanceOf(NoMosaicException.class)
                        .hasMessageContaining("the MosaicCluster " + own.namespace() + "/demo was deleted");
                assertThatThrownBy(() -> mosaic.submit(() -> 2))
                        .isInstanceOf(NoMosaicException.class)
                        .hasMessageContaining("was deleted");
            }
        }
        log.expect(1, "this program's Mosaic is closed: the MosaicCluster");
    }

    @Test
    @Order(6)
    void shouldSayWhatItWaitsFor() {
        pods.kill("demo-head-b").head("demo-head-c", "mosaic/that-is-nowhere:test");
        assertThatThrownBy(() -> connect(Kubernetes.cluster(pods.namespace(), Pods.CLUSTER)))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("the head of " + pods.namespace() + "/demo is not ready after PT6S")
                .hasMessageContaining("ErrImageNeverPull")
                .hasMessageContaining("kubectl describe");
        pods.kill("demo-head-c");
    }

    @Test
    void shouldNameTheClustersThatAreThere() {
        KubernetesClient client = Cluster.any().withCrds().client();
        MosaicCluster other = new MosaicCluster();
        other.setMetadata(new ObjectMetaBuilder().withName("other").build());
        client.resource(other).inNamespace(pods.namespace()).create();
        try {
            assertThatThrownBy(() -> connect(Kubernetes.cluster(pods.namespace(), "nowhere")))
                    .isInstanceOf(StartException.class)
                    .hasMessageContaining("no MosaicCluster nowhere in namespace=" + pods.namespace())
                    .hasMessageContaining(pods.namespace() + "/other");
        } finally {
            client.resource(other).inNamespace(pods.namespace()).delete();
        }
    }

    @Test
    void shouldSayWhichRightIsMissing() throws IOException {
        KubernetesClient client = Cluster.any().client();
        client.resource(new ServiceAccountBuilder()
                        .withNewMetadata()
                        .withName("nobody")
                        .endMetadata()
                        .build())
                .inNamespace(pods.namespace())
                .create();
        String token = client.serviceAccounts()
                .inNamespace(pods.namespace())
                .withName("nobody")
                .tokenRequest(new TokenRequestBuilder()
                        .withNewSpec()
                        .withExpirationSeconds(600L)
                        .endSpec()
                        .build())
                .getStatus()
                .getToken();
        kubeconfig.is(kubeconfig(client.getMasterUrl().toString(), token));

        assertThatThrownBy(() -> connect(Kubernetes.cluster(pods.namespace(), Pods.CLUSTER)))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("forbidden")
                .hasMessageContaining(":nobody")
                .hasMessageContaining("ask for the right to list and watch pods");
    }

    @Test
    void shouldSayThatNobodyKnowsWhoAsks() throws IOException {
        kubeconfig.is(kubeconfig(Cluster.any().client().getMasterUrl().toString(), "of-nobody"));

        assertThatThrownBy(() -> connect(Kubernetes.cluster(pods.namespace(), Pods.CLUSTER)))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("does not know this user")
                .hasMessageContaining("log in again");
    }

    @Test
    void shouldSayThatTheServerIsAway() throws IOException {
        kubeconfig.is(kubeconfig("https://127.0.0.1:1/", "any"));

        assertThatThrownBy(() -> connect(Kubernetes.cluster(pods.namespace(), Pods.CLUSTER)))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("https://127.0.0.1:1/ cannot be reached")
                .hasMessageContaining("kubectl cluster-info");
    }

    @Test
    void shouldSayWhereItLookedForAKubeconfig() {
        Path missing = folder.resolve("missing");
        kubeconfig.is(missing);

        assertThatThrownBy(() -> connect(Kubernetes.cluster("default", Pods.CLUSTER)))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("no kubeconfig was found")
                .hasMessageContaining(missing.toString());
    }

    @Test
    void shouldNameTheContextsThatAreThere() {
        assertThatThrownBy(() -> connect(Kubernetes.cluster("default", Pods.CLUSTER, "elsewhere")))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("context=elsewhere is not in the kubeconfig, contexts=[");
    }

    private static void connect(String address) {
        Mosaic.connect(address, options -> options.timeout(Duration.ofSeconds(6)))
                .close();
    }

    /** Of somebody else. */
    private Path kubeconfig(String server, String token) throws IOException {
        return Files.writeString(folder.resolve("kubeconfig"), """
                apiVersion: v1
                kind: Config
                current-context: other
                clusters: [{name: other, cluster: {server: "%s", insecure-skip-tls-verify: true}}]
                users: [{name: other, user: {token: "%s"}}]
                contexts: [{name: other, context: {cluster: other, user: other}}]
                """.formatted(server, token));
    }
}
