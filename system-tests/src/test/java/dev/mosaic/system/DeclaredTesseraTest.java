package dev.mosaic.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.crd.Cluster;
import dev.mosaic.crd.Tessera;
import dev.mosaic.crd.TesseraPhase;
import dev.mosaic.system.load.Counter;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.Service;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A {@code Tessera} that clients call over http while its pod is deleted, killed, its code replaced, and after it was passive. */
class DeclaredTesseraTest {
    private static final int CALLS = 1_000;

    @RegisterExtension
    static final Product PRODUCT = new Product();

    /** While it is held no call is sent. */
    private final ReentrantReadWriteLock silence = new ReentrantReadWriteLock();

    private String namespace = "";
    private final Set<Integer> replies = ConcurrentHashMap.newKeySet();

    @Test
    @Timeout(600)
    void shouldRunEachCallOnceWhateverHappensToItsPods() throws Exception {
        namespace = PRODUCT.namespace("tessera");
        PRODUCT.apply(namespace, Yaml.cluster("demo", "disk: {type: EmptyDir, size: 1Gi}", "replicas: 2"));
        declareJar("one");
        PRODUCT.apply(namespace, tessera("one"));
        PRODUCT.awaitReady(namespace, "demo");
        awaitPhase(TesseraPhase.PASSIVE);
        assertThat(PRODUCT.run("get", "tess", "--namespace", namespace))
                .containsPattern("NAME +PHASE +READY +CLUSTER +CLASS +POD +RESTARTS +AGE\n")
                .contains("Passive");

        HeadClient head = head();
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
        declareJar("one");
        PRODUCT.apply(namespace, tessera("one"));
        PRODUCT.awaitReady(namespace, "demo");
        awaitPhase(TesseraPhase.PASSIVE);
        assertThat(PRODUCT.pods(namespace, "worker")).isEmpty();

        HeadClient head = head();
        assertThat(head.answer("add", "a")).isEqualTo("1");
        awaitNoWorkers();
        assertThat(said().orElseThrow().getStatus().phase()).isEqualTo(TesseraPhase.PASSIVE);
        assertThat(said().orElseThrow().getStatus().lastSnapshot()).endsWith("Z");
        assertThat(head.answer("add", "b")).isEqualTo("2");
        assertThat(head.answer("add", "a")).isEqualTo("1");
        awaitNoWorkers();
    }

    /** Its state is in the bucket: the warehouse is another one, with an empty disk. */
    @Test
    @Timeout(300)
    void shouldBringBackWhatIsPassiveFromTheObjectStore() throws Exception {
        namespace = PRODUCT.namespace("tesserabucket");
        PRODUCT.apply(namespace, Storage.MINIO);
        PRODUCT.run("wait", "--namespace", namespace, "--for=condition=Ready", "pod/minio", "--timeout=60s");
        PRODUCT.apply(namespace, Yaml.cluster("demo", """
                disk: {type: EmptyDir, size: 1Gi}
                objectStore: {endpoint: "http://minio:9000", bucket: mosaic, credentialsSecretName: bucket}""", "replicas: 1"));
        declareJar("one");
        PRODUCT.apply(namespace, tessera("one"));
        PRODUCT.awaitReady(namespace, "demo");
        HeadClient head = head();
        assertThat(head.surely("add", "a")).isEqualTo("1");
        awaitPhase(TesseraPhase.PASSIVE);

        PRODUCT.replaceWarehouse(namespace);
        assertThat(head.surely("add", "b")).isEqualTo("2");
        assertThat(head.surely("add", "a")).isEqualTo("1");
    }

    private void awaitNoWorkers() {
        Waiting.until(
                "no worker is left",
                Duration.ofMinutes(2),
                () -> PRODUCT.pods(namespace, "worker").isEmpty(),
                () -> PRODUCT.run("get", "tess", "-o", "yaml", "-n", namespace) + PRODUCT.state(namespace));
    }

    private HeadClient head() throws GeneralSecurityException, IOException {
        Service service = Cluster.any()
                .client()
                .services()
                .inNamespace(namespace)
                .withName("demo-head")
                .get();
        Secret keys = Cluster.any()
                .client()
                .secrets()
                .inNamespace(namespace)
                .withName("demo-keys")
                .get();
        return new HeadClient(
                "https://" + service.getSpec().getClusterIP() + ":7681/v1/tesserae/" + namespace + "/counter/", keys);
    }

    private void disturb() throws IOException {
        awaitReplies(CALLS / 5);
        PRODUCT.run("delete", "pod", pod(), "--namespace", namespace, "--wait=false");
        awaitReplies(CALLS * 2 / 5);
        PRODUCT.run("delete", "pod", pod(), "--namespace", namespace, "--grace-period=0", "--force");
        awaitReplies(CALLS * 3 / 5);
        String version = said().flatMap(
                        each -> Optional.ofNullable(each.getStatus().version()))
                .orElseThrow();
        declareJar("two");
        PRODUCT.apply(namespace, tessera("two"));
        Waiting.until(
                "other code",
                Duration.ofMinutes(2),
                () -> said().filter(each -> !version.equals(each.getStatus().version()))
                        .isPresent(),
                () -> PRODUCT.state(namespace));
        awaitReplies(CALLS * 4 / 5);
        silence.writeLock().lock();
        try {
            awaitPhase(TesseraPhase.PASSIVE);
        } finally {
            silence.writeLock().unlock();
        }
        awaitReplies(CALLS * 9 / 10);
    }

    private void awaitReplies(int count) {
        Waiting.until(
                count + " replies",
                Duration.ofMinutes(3),
                () -> replies.size() >= count,
                () -> replies.size() + " replies\n" + PRODUCT.run("get", "tess", "-o", "yaml", "-n", namespace)
                        + PRODUCT.state(namespace));
    }

    /** That of its worker. */
    private String pod() {
        awaitPhase(TesseraPhase.RUNNING);
        return said().flatMap(each -> Optional.ofNullable(each.getStatus().pod()))
                .orElseThrow();
    }

    private void awaitPhase(TesseraPhase phase) {
        Waiting.until(
                "phase " + phase,
                Duration.ofMinutes(2),
                () -> said().filter(each -> each.getStatus().phase() == phase
                                && (phase != TesseraPhase.RUNNING
                                        || each.getStatus().pod() != null))
                        .isPresent(),
                () -> PRODUCT.run("get", "tess", "-o", "yaml", "-n", namespace) + PRODUCT.state(namespace));
    }

    private Optional<Tessera> said() {
        @Nullable Tessera found = Cluster.any()
                .client()
                .resources(Tessera.class)
                .inNamespace(namespace)
                .withName("counter")
                .get();
        return Optional.ofNullable(found).filter(each -> each.getStatus() != null);
    }

    private static String tessera(String jar) {
        return """
                apiVersion: mosaic.dev/v1alpha1
                kind: Tessera
                metadata: {name: counter}
                spec:
                  clusterRef: {name: demo}
                  className: %s
                  activation: {mode: OnDemand, passivateAfter: 3s}
                  code: {artifacts: [{uri: "configmap://code/%s.jar"}]}
                """.formatted(Counter.class.getName(), jar);
    }

    /** Two names are two jars. */
    private void declareJar(String name) throws IOException {
        Cluster.any()
                .client()
                .resource(new ConfigMapBuilder()
                        .withNewMetadata()
                        .withName("code")
                        .withNamespace(namespace)
                        .endMetadata()
                        .addToBinaryData(name + ".jar", Base64.getEncoder().encodeToString(jar(name)))
                        .build())
                .forceConflicts()
                .serverSideApply();
    }

    private static byte[] jar(String mark) throws IOException {
        ByteArrayOutputStream written = new ByteArrayOutputStream();
        try (JarOutputStream out = new JarOutputStream(written)) {
            String file = Counter.class.getName().replace('.', '/') + ".class";
            try (InputStream in =
                    Objects.requireNonNull(Counter.class.getClassLoader().getResourceAsStream(file))) {
                entry(out, file, in.readAllBytes());
            }
            entry(out, mark, new byte[0]);
        }
        return written.toByteArray();
    }

    private static void entry(JarOutputStream jar, String name, byte[] content) throws IOException {
        jar.putNextEntry(new JarEntry(name));
        ((OutputStream) jar).write(content);
        jar.closeEntry();
    }
}
