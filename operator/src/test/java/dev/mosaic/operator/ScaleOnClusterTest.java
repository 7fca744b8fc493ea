package dev.mosaic.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.crd.Cluster;
import dev.mosaic.crd.MosaicCluster;
import dev.mosaic.crd.MosaicWorkerGroup;
import dev.mosaic.crd.TestNamespace;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ListOptions;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Many clusters, and many workers, on nodes where nothing runs. What is done and what it may take stands in {@code scale.properties}; each
 * figure is printed as {@code operator-scale: NAME FIGURE}.
 */
@Tag("long")
@Tag("timing")
@Tag("scale")
@Tag("cluster")
@Timeout(value = 30, unit = TimeUnit.MINUTES)
class ScaleOnClusterTest {
    /** What a server answers from its cache. */
    private static final ListOptions CACHED =
            new ListOptionsBuilder().withResourceVersion("0").build();

    private static final int PODS_PER_NODE = 100;
    private static final int WRITERS = 8;

    private final Properties settings = settings();
    private final Cluster cluster = Cluster.any().withCrds();
    private final KubernetesClient client = cluster.client();

    @Test
    void shouldKeepWithinItsLimits() throws Exception {
        int clusters = number("clusters");
        int groups = number("groups");
        int workers = number("workers");
        int scaleOut = number("scaleOut");
        int meanwhile = number("declaredMeanwhile");
        int pods = clusters * 4 + groups * workers + scaleOut + meanwhile * 4;
        try (VirtualNodes _ = VirtualNodes.make(cluster, 1 + pods / PODS_PER_NODE, Path.of("target", "kwok.log"));
                TestNamespace space = cluster.namespace("scale");
                RunningOperator operator =
                        RunningOperator.start(cluster, space.name(), Path.of("target", "operator-scale.log"))) {
            Usage before = Usage.of(operator, client);
            double clustersTook = seconds(() -> {
                declare(space.name(), "many", clusters, 2);
                await(clusters + " clusters are ready", () -> ready(space.name()) >= clusters);
            });
            say("clusters", clusters);
            say("clustersSeconds", clustersTook);
            Usage used = Usage.of(operator, client).since(before);
            say("cpuSecondsPerCluster", used.cpuSeconds() / clusters);
            say("appliesPerCluster", (double) used.requests().applies() / clusters);
            say("readsPerCluster", (double) used.requests().reads() / clusters);
            say("eventsPerCluster", (double) events(space.name()) / clusters);
            say("reconciledPerCluster", operator.reconciled("cluster") / (double) clusters);
            say("groupsReconciledPerCluster", operator.reconciled("group") / (double) clusters);
            say("residentMiB", (double) operator.residentMiB());

            before = Usage.of(operator, client);
            double workersTook = seconds(() -> {
                IntStream.range(0, groups).forEach(i -> scale(space.name(), "many-" + i, workers));
                await(
                        groups + " groups have " + workers + " ready workers each",
                        () -> IntStream.range(0, groups)
                                .allMatch(i -> readyWorkers(space.name(), "many-" + i) == workers));
            });
            say("workers", groups * (workers - 2));
            say("workersSeconds", workersTook);
            used = Usage.of(operator, client).since(before);
            say("cpuSecondsPerWorker", used.cpuSeconds() / (groups * (workers - 2.0)));
            say("appliesPerWorker", used.requests().applies() / (groups * (workers - 2.0)));
            say("readsPerWorker", used.requests().reads() / (groups * (workers - 2.0)));
            say("residentMiB", (double) operator.residentMiB());

            double delay = delayOfOthers(space.name(), scaleOut, meanwhile);
            say("headDelaySecondsMax", delay);

            int idleWrites = idleWrites(space.name());
            say("idleWrites", idleWrites);
            say(
                    "pods",
                    client.pods()
                            .inNamespace(space.name())
                            .list(CACHED)
                            .getItems()
                            .size());
            say("residentMiB", (double) operator.residentMiB());

            assertThat(operator.complaints()).isEmpty();
            assertThat(clustersTook / clusters).as("seconds per cluster").isLessThan(limit("secondsPerCluster"));
            assertThat(workersTook / (groups * (workers - 2.0)))
                    .as("seconds per worker")
                    .isLessThan(limit("secondsPerWorker"));
            assertThat(delay).as("seconds from cluster to head").isLessThan(limit("headDelaySecondsMax"));
            assertThat((double) idleWrites).as("writes while nothing happens").isLessThanOrEqualTo(limit("idleWrites"));
            assertThat((double) operator.residentMiB())
                    .as("MiB of the operator")
                    .isLessThan(limit("residentMiB"));
        }
    }

    /** The longest, as clusters are too few for a percentile. */
    private double delayOfOthers(String namespace, int scaleOut, int meanwhile) {
        ConcurrentMap<String, Long> seen = new ConcurrentHashMap<>();
        Map<String, Long> declared = new HashMap<>();
        try (Watch _ = client.pods()
                .inNamespace(namespace)
                .withLabel("mosaic.dev/role", "head")
                .watch(new HeadWatcher(seen))) {
            scale(namespace, "many-0", scaleOut);
            for (int i = 0; i < meanwhile; i++) {
                String name = "other-" + i;
                declared.put(name, System.nanoTime());
                declare(namespace, name, 1);
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(200));
            }
            await("all others have heads", () -> seen.keySet().containsAll(declared.keySet()));
        }
        await(scaleOut + " workers", () -> readyWorkers(namespace, "many-0") == scaleOut);
        await("all others are ready", () -> ready(namespace) == clusters(namespace));
        return declared.entrySet().stream()
                        .mapToLong(each -> Objects.requireNonNull(seen.get(each.getKey())) - each.getValue())
                        .max()
                        .orElseThrow()
                / 1e9;
    }

    private record HeadWatcher(ConcurrentMap<String, Long> seen) implements Watcher<Pod> {
        @Override
        public void eventReceived(Action action, Pod pod) {
            seen.putIfAbsent(pod.getMetadata().getLabels().get("mosaic.dev/cluster"), System.nanoTime());
        }

        @Override
        public void onClose(WatcherException cause) {
            seen.clear();
        }
    }

    /** Of the operator: by what changed. Pods are others' to write, too, and are quiet by then. */
    private int idleWrites(String namespace) {
        LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(5));
        Map<String, String> before = versions(namespace);
        LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(number("idleSeconds")));
        Map<String, String> after = versions(namespace);
        after.entrySet().removeAll(before.entrySet());
        say("idleSeconds", number("idleSeconds"));
        after.keySet().forEach(each -> System.out.println("operator-scale: written while idle: " + each));
        return after.size();
    }

    private Map<String, String> versions(String namespace) {
        Map<String, String> versions = new HashMap<>();
        List<Class<? extends HasMetadata>> kinds =
                List.of(MosaicCluster.class, MosaicWorkerGroup.class, Pod.class, Secret.class);
        for (Class<? extends HasMetadata> kind : kinds) {
            client.resources(kind)
                    .inNamespace(namespace)
                    .list(CACHED)
                    .getItems()
                    .forEach(each -> versions.put(
                            kind.getSimpleName() + " " + each.getMetadata().getName(),
                            each.getMetadata().getResourceVersion()));
        }
        return versions;
    }

    private void declare(String namespace, String prefix, int count, int workers) {
        try (ExecutorService writers = Executors.newFixedThreadPool(WRITERS)) {
            List<? extends Future<?>> all = IntStream.range(0, count)
                    .mapToObj(i -> writers.submit(() -> declare(namespace, prefix + "-" + i, workers)))
                    .toList();
            for (Future<?> each : all) {
                each.get();
            }
        } catch (InterruptedException | ExecutionException e) {
            throw new AssertionError("a cluster could not be declared", e);
        }
    }

    private void declare(String namespace, String name, int workers) {
        String spec = VirtualNodes.cluster(namespace, name, workers, "{}");
        client.resource(Given.read(spec, GenericKubernetesResource.class)).create();
    }

    private void scale(String namespace, String cluster, int workers) {
        client.resources(MosaicWorkerGroup.class)
                .inNamespace(namespace)
                .withName(cluster + "-pool")
                .scale(workers);
    }

    private int clusters(String namespace) {
        return client.resources(MosaicCluster.class)
                .inNamespace(namespace)
                .list(CACHED)
                .getItems()
                .size();
    }

    private int ready(String namespace) {
        return (int) client.resources(MosaicCluster.class).inNamespace(namespace).list(CACHED).getItems().stream()
                .filter(each -> each.getStatus() != null
                        && each.getStatus().condition("Provisioned").isPresent())
                .count();
    }

    private int readyWorkers(String namespace, String cluster) {
        MosaicWorkerGroup group = client.resources(MosaicWorkerGroup.class)
                .inNamespace(namespace)
                .withName(cluster + "-pool")
                .get();
        return group.getStatus() == null ? 0 : group.getStatus().readyReplicas();
    }

    private static double seconds(Runnable what) {
        long begun = System.nanoTime();
        what.run();
        return (System.nanoTime() - begun) / 1e9;
    }

    private static void await(String what, BooleanSupplier isSo) {
        long end = System.nanoTime() + Duration.ofMinutes(10).toNanos();
        while (!isSo.getAsBoolean()) {
            assertThat(System.nanoTime()).as("in time: %s", what).isLessThan(end);
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(500));
        }
    }

    private int events(String namespace) {
        return (int) client.events().v1().events().inNamespace(namespace).list(CACHED).getItems().stream()
                .filter(each -> "mosaic-operator".equals(each.getReportingController()))
                .count();
    }

    /** Processor time that the operator has taken, and requests. */
    private record Usage(double cpuSeconds, Requests requests) {
        static Usage of(RunningOperator operator, KubernetesClient client) {
            return new Usage(operator.cpu().toMillis() / 1e3, Requests.of(client));
        }

        Usage since(Usage before) {
            return new Usage(cpuSeconds - before.cpuSeconds, requests.since(before.requests));
        }
    }

    private int number(String name) {
        return Integer.parseInt(System.getProperty("mosaic.scale." + name, settings.getProperty(name)));
    }

    private double limit(String name) {
        return Double.parseDouble(settings.getProperty("limit." + name));
    }

    private static void say(String name, double figure) {
        System.out.printf(Locale.ROOT, "operator-scale: %s %.3f%n", name, figure);
    }

    private static Properties settings() {
        try (InputStream in = ScaleOnClusterTest.class.getResourceAsStream("scale.properties")) {
            Properties properties = new Properties();
            properties.load(Objects.requireNonNull(in));
            return properties;
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
