package dev.mosaic.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.crd.TesseraPhase;
import dev.mosaic.testing.Eventually;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A {@code Tessera} that clients call over http while its pod is deleted, killed, its code replaced, and after it was passive. */
class DeclaredTesseraTest {
    private static final int CALLS = 500;

    @RegisterExtension
    static final Product PRODUCT = new Product();

    /** While it is held no call is sent. */
    private final ReentrantReadWriteLock silence = new ReentrantReadWriteLock();

    private String namespace = "";
    private DeclaredCounter counter = new DeclaredCounter(PRODUCT, "", "");
    private final Set<Integer> replies = ConcurrentHashMap.newKeySet();

    @Test
    @Timeout(600)
    void shouldRunEachCallOnceWhateverHappensToItsPods() throws Exception {
        namespace = PRODUCT.namespace("tessera");
        PRODUCT.apply(namespace, Yaml.cluster("demo", "disk: {type: EmptyDir, size: 1Gi}", "replicas: 2"));
        counter = DeclaredCounter.in(PRODUCT, namespace, "{mode: OnDemand, passivateAfter: 3s}");
        PRODUCT.awaitReady(namespace, "demo");
        counter.awaitPhase(TesseraPhase.PASSIVE);
        assertThat(PRODUCT.run("get", "tess", "--namespace", namespace))
                .containsPattern("NAME +PHASE +READY +CLUSTER +CLASS +POD +RESTARTS +AGE\n")
                .contains("Passive");

        HeadClient head = counter.client();
        AtomicInteger next = new AtomicInteger();
        try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> all = IntStream.range(0, 4)
                    .<Future<?>>mapToObj(any -> clients.submit(() -> {
                        for (int i = next.getAndIncrement(); i < CALLS; i = next.getAndIncrement()) {
                            silence.readLock().lock();
                            try {
                                replies.add(Integer.valueOf(head.surely("add", "key " + i)));
                            } finally {
                                silence.readLock().unlock();
                            }
                        }
                        return null;
                    }))
                    .toList();
            disturb();
            for (Future<?> each : all) {
                each.get();
            }
        }
        assertThat(replies).isEqualTo(IntStream.rangeClosed(1, CALLS).boxed().collect(Collectors.toSet()));
        assertThat(head.surely("value", "last")).isEqualTo(Integer.toString(CALLS));

        PRODUCT.run("delete", "tess/counter", "--namespace", namespace, "--timeout=60s");
        assertThat(head.status("value")).isEqualTo(404);
    }

    /** No worker at all until somebody calls it: it is made, and woken, in pods that come for it and go again. */
    @Tag("long")
    @Tag("cluster")
    @Test
    @Timeout(300)
    void shouldHaveAWorkerComeForACallAndNoneWhileItIsPassive() throws Exception {
        namespace = PRODUCT.namespace("fromzero");
        PRODUCT.apply(
                namespace,
                Yaml.cluster("demo", "disk: {type: EmptyDir, size: 1Gi}", "maxReplicas: 1")
                        .replace(
                                "  workerGroups:",
                                "  autoscaling: {idleTimeout: 5s, scaleDown: {stabilization: 5s}}\n  workerGroups:"));
        counter = DeclaredCounter.in(PRODUCT, namespace, "{mode: OnDemand, passivateAfter: 3s}");
        PRODUCT.awaitReady(namespace, "demo");
        counter.awaitPhase(TesseraPhase.PASSIVE);
        assertThat(PRODUCT.pods(namespace, "worker")).isEmpty();

        HeadClient head = counter.client();
        assertThat(head.answer("add", "a")).isEqualTo("1");
        awaitNoWorkers();
        assertThat(counter.said().orElseThrow().getStatus().phase()).isEqualTo(TesseraPhase.PASSIVE);
        assertThat(counter.said().orElseThrow().getStatus().lastSnapshot()).endsWith("Z");
        assertThat(head.answer("add", "b")).isEqualTo("2");
        assertThat(head.answer("add", "a")).isEqualTo("1");
        awaitNoWorkers();
    }

    /** Its state is in the bucket: the warehouse is another one, with an empty disk. */
    @Tag("long")
    @Tag("cluster")
    @Test
    @Timeout(300)
    void shouldBringBackWhatIsPassiveFromTheObjectStore() throws Exception {
        namespace = PRODUCT.namespace("tesserabucket");
        PRODUCT.apply(namespace, Storage.MINIO);
        PRODUCT.run("wait", "--namespace", namespace, "--for=condition=Ready", "pod/minio", "--timeout=60s");
        PRODUCT.apply(namespace, Yaml.cluster("demo", """
                disk: {type: EmptyDir, size: 1Gi}
                objectStore: {endpoint: "http://minio:9000", bucket: mosaic, credentialsSecretName: bucket}""", "replicas: 1"));
        counter = DeclaredCounter.in(PRODUCT, namespace, "{mode: OnDemand, passivateAfter: 3s}");
        PRODUCT.awaitReady(namespace, "demo");
        HeadClient head = counter.client();
        assertThat(head.surely("add", "a")).isEqualTo("1");
        counter.awaitPhase(TesseraPhase.PASSIVE);

        PRODUCT.replaceWarehouse(namespace);
        assertThat(head.surely("add", "b")).isEqualTo("2");
        assertThat(head.surely("add", "a")).isEqualTo("1");
    }

    private void awaitNoWorkers() {
        Eventually.holds(
                "no worker is left",
                Duration.ofMinutes(2),
                () -> PRODUCT.pods(namespace, "worker").isEmpty(),
                counter::state);
    }

    private void disturb() throws IOException {
        awaitReplies(CALLS / 5);
        PRODUCT.run("delete", "pod", counter.pod(), "--namespace", namespace, "--wait=false");
        awaitReplies(CALLS * 2 / 5);
        PRODUCT.run("delete", "pod", counter.pod(), "--namespace", namespace, "--grace-period=0", "--force");
        awaitReplies(CALLS * 3 / 5);
        String version = Eventually.present(
                "its version",
                () -> counter.said()
                        .flatMap(each -> Optional.ofNullable(each.getStatus().version())));
        counter.declare("two");
        Eventually.holds(
                "other code",
                Duration.ofMinutes(2),
                () -> counter.said()
                        .filter(each -> !version.equals(each.getStatus().version()))
                        .isPresent(),
                () -> PRODUCT.state(namespace));
        awaitReplies(CALLS * 4 / 5);
        silence.writeLock().lock();
        try {
            counter.awaitPhase(TesseraPhase.PASSIVE);
        } finally {
            silence.writeLock().unlock();
        }
        awaitReplies(CALLS * 9 / 10);
    }

    private void awaitReplies(int count) {
        Eventually.holds(
                count + " replies",
                Duration.ofMinutes(3),
                () -> replies.size() >= count,
                () -> replies.size() + " replies\n" + counter.state());
    }
}
