package dev.mosaic.operator.scale;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.mosaic.crd.MosaicCluster;
import dev.mosaic.crd.MosaicClusterStatus;
import dev.mosaic.crd.MosaicWorkerGroup;
import dev.mosaic.operator.Given;
import dev.mosaic.operator.apply.Events;
import dev.mosaic.operator.apply.ReplicaWriter;
import dev.mosaic.operator.head.HeadApi;
import dev.mosaic.operator.observe.Observer;
import dev.mosaic.operator.snapshot.GroupSnapshot;
import dev.mosaic.operator.snapshot.Rest;
import dev.mosaic.testing.Eventually;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Heads that are not there cost nothing: neither they nor the API server are asked. */
class AtRestTest {
    private static final String SUSPENDED = "suspension: {reason: Requested, since: '2026-11-22T06:00:00Z'}";
    private static final String PENDING = head("False");
    private static final String READY = head("True");

    private final BlockingQueue<String> requests = new LinkedBlockingQueue<>();
    private HttpServer server;
    private KubernetesClient client;
    private HeadApi heads;
    private Autoscaler autoscaler;

    /** An API server that counts, and knows nothing. */
    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            requests.add(exchange.getRequestMethod() + " " + exchange.getRequestURI());
            exchange.sendResponseHeaders(404, -1);
            exchange.close();
        });
        server.start();
        client = new KubernetesClientBuilder()
                .withConfig(new ConfigBuilder()
                        .withMasterUrl("http://127.0.0.1:" + server.getAddress().getPort())
                        .withNamespace("lab")
                        .withRequestRetryBackoffLimit(0)
                        .build())
                .build();
        heads = HeadApi.throughApiServer(client);
        InstantSource clock = InstantSource.system();
        autoscaler = new Autoscaler(
                heads,
                new Observer(client, Optional.empty(), clock),
                new ReplicaWriter(client),
                new Events(client, "test", clock, Runnable::run),
                clock);
    }

    @AfterEach
    void stop() {
        autoscaler.close();
        client.close();
        server.stop(0);
    }

    private static String head(String ready) {
        return "conditions: [{type: HeadReady, status: '" + ready
                + "', reason: x, message: '', lastTransitionTime: '2026-11-22T06:00:00Z'}]";
    }

    private static MosaicCluster cluster(String name, String status) {
        MosaicCluster cluster = Given.cluster("workerGroups: [{name: pool, maxReplicas: 3}]");
        cluster.getMetadata().setName(name);
        cluster.getMetadata().setUid("uid-of-" + name);
        cluster.setStatus(status(status));
        return cluster;
    }

    private static MosaicClusterStatus status(String yaml) {
        return Given.read("status: {" + yaml + "}", MosaicCluster.class).getStatus();
    }

    private void saw(MosaicCluster cluster) {
        MosaicWorkerGroup group =
                Given.read("""
                apiVersion: mosaic.dev/v1alpha1
                kind: MosaicWorkerGroup
                metadata: {name: %s-pool, namespace: lab, uid: uid-of-%s-pool}
                spec: {clusterName: %s, groupName: pool, replicas: 0}
                """.replace("%s", cluster.getMetadata().getName()), MosaicWorkerGroup.class);
        autoscaler.saw(
                new GroupSnapshot(group, Optional.of(Given.fresh(cluster)), List.of(), Optional.empty(), Given.NOW));
    }

    @Test
    void shouldAskNobodyForClustersThatAreSuspendedOrWhoseHeadIsPending() throws InterruptedException {
        List<MosaicCluster> all = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            all.add(cluster("suspended-" + i, SUSPENDED + ", " + READY));
        }
        for (int i = 0; i < 20; i++) {
            all.add(cluster("pending-" + i, PENDING));
        }
        all.forEach(this::saw);
        assertThat(requests.poll(3, TimeUnit.SECONDS)).isNull();

        long begin = System.nanoTime();
        saw(cluster("pending-0", READY));
        assertThat(requests.poll(60, TimeUnit.SECONDS))
                .as("a head that is there is asked")
                .isNotNull();
        saw(cluster("pending-0", PENDING));
        Eventually.holds("one that is gone is asked no more", () -> isSilent(begin));
    }

    @Test
    void shouldKnowWhichClustersHaveAHead() {
        assertThat(Rest.hasHead(cluster("a", READY))).isTrue();
        assertThat(Rest.hasHead(cluster("a", PENDING))).isFalse();
        assertThat(Rest.hasHead(cluster("a", READY + ", " + SUSPENDED))).isFalse();
        assertThat(Rest.hasHead(Given.cluster(""))).isFalse();
    }

    /**
     * For longer than the pause that whoever asks again and again since then can have reached: each is twice as long as the one before, so
     * none is longer than all before it together and the first of 200 ms.
     */
    private boolean isSilent(long sinceNanos) {
        requests.clear();
        long window = System.nanoTime() - sinceNanos + TimeUnit.SECONDS.toNanos(1);
        try {
            return requests.poll(window, TimeUnit.NANOSECONDS) == null;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
