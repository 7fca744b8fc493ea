package dev.mosaic.system;

import dev.mosaic.system.Fault.Kind;
import dev.mosaic.system.Fault.Target;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The cluster of the brain on the Kubernetes of this machine, with a volume for its warehouse and two operators, of which one leads. Each of its
 * parts can be harmed. Of pods Kubernetes and the operator make others; what Kubernetes itself consists of is started again here.
 *
 * <p>The volume is a folder of this machine: so it outlives the warehouse's pod, and one sees what is left on it.
 *
 * <p><b>Threading:</b> harm to different targets may come from different threads.
 *
 * <p><b>Failure:</b> where the cluster is not the one that {@code ../shared/kube} runs, or this is not root, the test is skipped.
 */
final class FaultyKubernetes implements AutoCloseable {
    static final String NAME = "brain";

    private static final Path CLUSTER = Path.of("../examples/brain/cluster.yaml");
    private static final String DISK = "{type: EmptyDir, size: 1Gi}";
    private static final String OPERATORS = "app.kubernetes.io/name=mosaic-operator";

    /** As whom pods run. */
    private static final int USER = 65532;

    /** Until there is somebody to harm, and until who was harmed is well. */
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final Product product;
    private final String namespace;
    private final Path disk;
    private final KubeProcess apiServer;
    private final KubeProcess kubelet;
    private final LastSeen seen;
    private final String operatorsBefore;

    /** Where this process ends before {@link #close}: others use this Kubernetes after it. */
    private final Thread atExit = new Thread(this::startAtExit, "start-kubernetes-again");

    private volatile boolean isOver;

    private FaultyKubernetes(Product product, String namespace, Path disk) {
        this.product = product;
        this.namespace = namespace;
        this.disk = disk;
        this.apiServer = KubeProcess.named("apiserver", System.getenv());
        this.kubelet = KubeProcess.named("kubelet", System.getenv());
        this.seen = LastSeen.of(namespace);
        this.operatorsBefore = product.run(
                "get",
                "deployment",
                "--namespace",
                Product.SYSTEM,
                "--selector",
                OPERATORS,
                "--output=jsonpath={.items[0].spec.replicas}");
    }

    /** It is ready when this returns. */
    static FaultyKubernetes open(Product product, String namespace, Path folder) throws IOException {
        FaultyKubernetes cluster = new FaultyKubernetes(product, namespace, folder.resolve("disk"));
        Runtime.getRuntime().addShutdownHook(cluster.atExit);
        try {
            cluster.begin();
            return cluster;
        } catch (IOException | RuntimeException | Error e) {
            try {
                cluster.close();
            } catch (RuntimeException | Error more) {
                e.addSuppressed(more);
            }
            throw e;
        }
    }

    private void begin() throws IOException {
        Files.createDirectory(disk, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Files.setAttribute(disk, "unix:uid", USER);
        Files.setAttribute(disk, "unix:gid", USER);
        product.apply(namespace, """
                apiVersion: v1
                kind: PersistentVolume
                metadata: {name: %s}
                spec:
                  storageClassName: %s
                  capacity: {storage: 1Gi}
                  accessModes: [ReadWriteOnce]
                  persistentVolumeReclaimPolicy: Retain
                  hostPath: {path: "%s", type: Directory}
                """.formatted(namespace, namespace, disk));
        operators("2");
        String yaml = Files.readString(CLUSTER);
        if (!yaml.contains(DISK)) {
            throw new AssertionError(CLUSTER + " has another disk than " + DISK);
        }
        product.apply(
                namespace,
                yaml.replace(DISK, "{type: PersistentVolume, storageClassName: " + namespace + ", size: 1Gi}"));
        product.awaitReady(namespace, NAME);
        product.run(
                "wait",
                "--namespace",
                Product.SYSTEM,
                "--for=condition=Available",
                "deployment",
                "--selector",
                OPERATORS,
                "--timeout=100s");
    }

    private void operators(String count) {
        product.run(
                "scale", "deployment", "--namespace", Product.SYSTEM, "--selector", OPERATORS, "--replicas=" + count);
    }

    /** What ends a fault. */
    interface Harm {
        void mend() throws InterruptedException;
    }

    /** Does it, and has it done with when the answer is mended. */
    Harm harm(Fault fault) throws InterruptedException {
        if (isOver) {
            throw new IllegalStateException("the test is over: " + fault);
        }
        return switch (fault.target()) {
            case API_SERVER -> {
                apiServer.kill();
                yield this::mendApiServer;
            }
            case KUBELET -> {
                kubelet.kill();
                yield this::mendKubelet;
            }
            case HEAD, WAREHOUSE, WORKER, OPERATOR -> {
                harmPod(fault);
                yield () -> {};
            }
        };
    }

    private void harmPod(Fault fault) throws InterruptedException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (System.nanoTime() < end) {
            seen.look();
            for (Pod pod : seen.pods(fault.target())) {
                if (harmPod(fault.kind(), pod)) {
                    System.out.println(
                            "chaos: " + fault + ": " + pod.getMetadata().getName());
                    return;
                }
            }
            TimeUnit.MILLISECONDS.sleep(500);
        }
        throw new AssertionError("there is no pod for " + fault + "\n" + state());
    }

    /** Whether it was there to be harmed, and the API server to take the deletion. */
    private boolean harmPod(Kind kind, Pod pod) {
        if (kind == Kind.KILL) {
            return Host.kill(pod.getMetadata().getUid());
        }
        return seen.ask(client -> client.pods()
                        .inNamespace(pod.getMetadata().getNamespace())
                        .withName(pod.getMetadata().getName())
                        .delete())
                .filter(deleted -> !deleted.isEmpty())
                .isPresent();
    }

    private void startAtExit() {
        isOver = true;
        try {
            apiServer.start();
        } finally {
            kubelet.start();
        }
    }

    private void mendApiServer() throws InterruptedException {
        Times times = Times.begin();
        apiServer.start();
        await(
                "the API server is ready",
                () -> seen.ask(client -> client.raw("/readyz"))
                        .filter("ok"::equals)
                        .isPresent());
        times.say("chaos: the API server started to ready");
    }

    private void mendKubelet() throws InterruptedException {
        String node = kubelet.argument("--hostname-override");
        System.out.println("chaos: before the kubelet is started again, its node is Ready="
                + seen.ask(client -> ready(client, node)).orElse("unknown, the API server is away"));
        ZonedDateTime since = ZonedDateTime.now(ZoneOffset.UTC);
        Times times = Times.begin();
        kubelet.start();
        await(
                node + " is ready, and says so itself",
                () -> seen.ask(client -> ready(client, node).equals("True") && renewed(client, node, since))
                        .orElse(false));
        times.say("chaos: the kubelet started to ready");
    }

    private static String ready(KubernetesClient client, String name) {
        Node node = client.nodes().withName(name).get();
        return node == null
                ? "there is none"
                : node.getStatus().getConditions().stream()
                        .filter(each -> each.getType().equals("Ready"))
                        .map(each -> each.getStatus())
                        .findFirst()
                        .orElse("not said");
    }

    /** A node that is held for ready may have been silent since. */
    private static boolean renewed(KubernetesClient client, String node, ZonedDateTime since) {
        var lease =
                client.leases().inNamespace("kube-node-lease").withName(node).get();
        return lease != null
                && lease.getSpec().getRenewTime() != null
                && lease.getSpec().getRenewTime().isAfter(since);
    }

    private interface Question {
        boolean isSo();
    }

    private static void await(String what, Question question) throws InterruptedException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!question.isSo()) {
            if (System.nanoTime() > end) {
                throw new AssertionError("not within " + PATIENCE.toSeconds() + " s: " + what);
            }
            TimeUnit.MILLISECONDS.sleep(200);
        }
    }

    /** Whoever is there now is known when the API server is away. */
    void look() {
        seen.look();
    }

    /** All pods of the cluster are there and ready, and both operators. */
    void awaitWhole() throws InterruptedException {
        await("all pods are ready", () -> {
            seen.look();
            return seen.pods(Target.HEAD).size() == 1
                    && seen.pods(Target.WAREHOUSE).size() == 1
                    && seen.pods(Target.WORKER).size() == 2
                    && seen.pods(Target.OPERATOR).size() == 1
                    && Stream.of(Target.values())
                            .flatMap(target -> seen.pods(target).stream())
                            .allMatch(FaultyKubernetes::isReady);
        });
    }

    private static boolean isReady(Pod pod) {
        return pod.getStatus().getConditions().stream()
                .filter(each -> each.getType().equals("Ready"))
                .map(PodCondition::getStatus)
                .anyMatch("True"::equals);
    }

    /** What programs have left on the warehouse's disk. */
    List<String> entriesOnDisk() throws IOException {
        try (Stream<Path> files = Files.walk(disk)) {
            return files.map(Path::toString)
                    .filter(name -> name.endsWith(".entry"))
                    .toList();
        }
    }

    /** Pods of the cluster, of all that there ever were, that have a process on this machine. */
    Set<String> running() {
        return seen.uids().stream().filter(Host::runs).collect(Collectors.toSet());
    }

    /** What Kubernetes itself consists of is there. */
    void mend() throws InterruptedException {
        try {
            apiServer.start();
        } finally {
            kubelet.start();
        }
        mendApiServer();
        mendKubelet();
    }

    /** For messages. */
    String state() {
        return product.state(namespace) + "\n" + product.state(Product.SYSTEM);
    }

    private interface Step {
        void run() throws InterruptedException;
    }

    /** After a test that ran out of time, too: Kubernetes is whole again, and has nothing of this but the namespace. */
    @Override
    public void close() {
        isOver = true;
        boolean wasInterrupted = Thread.interrupted();
        Throwable failed = null;
        List<Step> steps = List.of(
                this::mend,
                () -> Runtime.getRuntime().removeShutdownHook(atExit),
                () -> operators(operatorsBefore),
                () -> product.run("delete", "pv", namespace, "--ignore-not-found", "--wait=false"),
                this::awaitOperators,
                seen::close);
        for (Step step : steps) {
            try {
                step.run();
            } catch (InterruptedException e) {
                wasInterrupted = true;
            } catch (RuntimeException | Error e) {
                if (failed == null) {
                    failed = e;
                } else {
                    failed.addSuppressed(e);
                }
            }
        }
        if (wasInterrupted) {
            Thread.currentThread().interrupt();
        }
        if (failed instanceof Error error) {
            throw error;
        }
        if (failed instanceof RuntimeException exception) {
            throw exception;
        }
    }

    /** One that is still ending would be said to be in trouble. */
    private void awaitOperators() throws InterruptedException {
        await(
                operatorsBefore + " operators are there",
                () -> product.run(
                                        "get",
                                        "pods",
                                        "--namespace",
                                        Product.SYSTEM,
                                        "--selector",
                                        OPERATORS,
                                        "--output=name")
                                .lines()
                                .filter(each -> !each.isBlank())
                                .count()
                        == Long.parseLong(operatorsBefore));
    }
}
