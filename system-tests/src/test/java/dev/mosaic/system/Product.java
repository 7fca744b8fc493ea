package dev.mosaic.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.mosaic.crd.Cluster;
import dev.mosaic.crd.Programs;
import dev.mosaic.crd.TestNamespace;
import dev.mosaic.testing.Eventually;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Mosaic as a user has it on Kubernetes: its chart, installed once for all tests, and a namespace for each test. After each, the operator must
 * have logged no warning and no error. Classes in other JVMs use the chart at the same time, but not beside one that is {@link #alone()}.
 */
final class Product implements BeforeAllCallback, AfterAllCallback, BeforeEachCallback, AfterEachCallback {
    static final String SYSTEM = "mosaic-system";
    static final String ROLE = "mosaic.dev/role";

    private static final Pattern TROUBLE =
            Pattern.compile("\"level\":\\s*\"(WARN|WARNING|ERROR|FATAL)\"|^\\S+ \\S+ +(WARN|ERROR|FATAL) ");

    /**
     * What harms nobody. At each start: the JVM ends Fabric8's client with everything else. On a loaded machine: Vert.x takes a thread that
     * gets no processor for one that is blocked.
     */
    private static final List<String> HARMLESS = List.of(
            "shutdown hook will not be installed",
            "BlockedThreadChecker",
            "KubernetesClientException: Connection was closed");

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final List<TestNamespace> namespaces = new ArrayList<>();
    private final List<String> expected = new ArrayList<>();
    private final boolean isAlone;
    private Instant begun = Instant.EPOCH;
    private Turns.@Nullable Turn turn;

    /** For tests that only use what is installed. */
    Product() {
        this(false);
    }

    private Product(boolean isAlone) {
        this.isAlone = isAlone;
    }

    /** For tests that change the chart, end its operator, or have it warn of something. */
    static Product alone() {
        return new Product(true);
    }

    /** The chart, for as long as the tests run. Where another JVM has installed it, helm finds nothing to do. */
    private record Installed(Turns.Turn life) implements AutoCloseable {
        static Installed install() {
            Images images = Images.of(System.getenv()).orElseThrow(Product::noImages);
            Turns.Turn life = Turns.life();
            try (Turns.Turn _ = Turns.change()) {
                Times times = Times.begin();
                Product.install(Path.of("../helm/mosaic"), images);
                times.say("helm install");
            }
            return new Installed(life);
        }

        @Override
        public void close() {
            life.close();
            try (Turns.Turn _ = Turns.change()) {
                if (Turns.isLast()) {
                    helm().run("helm", "uninstall", "mosaic", "--namespace", SYSTEM, "--wait");
                }
            }
        }
    }

    /** Or takes the place of what is installed; it is ready when this returns. */
    static void install(Path chart, Images images) {
        install(chart, images, List.of("--wait", "--timeout", "150s"));
    }

    /** The same, whether it gets ready or not. */
    static void installWithoutWaiting(Path chart, Images images) {
        install(chart, images, List.of());
    }

    private static void install(Path chart, Images images, List<String> more) {
        List<String> command = new ArrayList<>(List.of(
                "helm",
                "upgrade",
                "--install",
                "mosaic",
                chart.toString(),
                "--namespace",
                SYSTEM,
                "--create-namespace"));
        command.addAll(values(images));
        command.addAll(more);
        helm().run(command.toArray(String[]::new));
    }

    /** What helm is told so that a release has these images. */
    static List<String> values(Images images) {
        return List.of(
                "--set",
                "image.repository=" + Images.repository(images.operator()),
                "--set",
                "image.tag=" + Images.tag(images.operator()),
                "--set",
                "image.pullPolicy=Never",
                "--set",
                "runtimeImage.repository=" + Images.repository(images.runtime()),
                "--set",
                "runtimeImage.tag=" + Images.tag(images.runtime()));
    }

    private static AssertionError noImages() {
        String reason = "no images: bin/test-images makes them, and " + Images.RUNTIME + " and " + Images.OPERATOR
                + " name them";
        if (System.getenv().getOrDefault("CI", "").isEmpty()) {
            abort(reason);
        }
        return new AssertionError(reason);
    }

    private static Programs helm() {
        return Cluster.any().programs().within(Duration.ofSeconds(200));
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        turn = Turns.use(isAlone);
        var _ = context.getRoot()
                .getStore(ExtensionContext.Namespace.GLOBAL)
                .computeIfAbsent(Installed.class, any -> Installed.install(), Installed.class);
    }

    @Override
    public void afterAll(ExtensionContext context) {
        if (turn != null) {
            turn.close();
            turn = null;
        }
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        begun = Instant.now();
        expected.clear();
    }

    @Override
    public void afterEach(ExtensionContext context) {
        List<TestNamespace> made = List.copyOf(namespaces);
        namespaces.clear(); // what is left of one test is not the next one's
        if (context.getExecutionException().isPresent()) {
            made.forEach(each -> System.out.println("system-test failed: " + state(each.name())));
        }
        made.forEach(TestNamespace::close);
        assertThat(trouble()).as("what the operator warned of").isEmpty();
    }

    private List<String> trouble() {
        Programs.Result logs = kubectl(
                "logs",
                "--namespace",
                SYSTEM,
                "--selector",
                "app.kubernetes.io/name=mosaic-operator",
                "--tail=-1",
                "--since-time=" + begun);
        assertThat(logs.isSuccess()).as("%s", logs).isTrue();
        return logs.out()
                .lines()
                .filter(line -> TROUBLE.matcher(line).find())
                .filter(line -> HARMLESS.stream().noneMatch(line::contains))
                .filter(line -> expected.stream().noneMatch(line::contains))
                .toList();
    }

    /** A line of the operator with these words is no trouble in this test. */
    void expect(String words) {
        expected.add(words);
    }

    /** A namespace that takes only pods that pass {@code restricted}; it goes with the test. */
    String namespace(String purpose) {
        TestNamespace namespace = Cluster.any().namespace(purpose);
        namespaces.add(namespace);
        return namespace.name();
    }

    // ---- what a user types

    Programs.Result kubectl(String... arguments) {
        List<String> command = new ArrayList<>(List.of("kubectl"));
        command.addAll(List.of(arguments));
        return Cluster.any().programs().within(PATIENCE).attempt(command.toArray(String[]::new));
    }

    /** What it printed. */
    String run(String... arguments) {
        Programs.Result result = kubectl(arguments);
        assertThat(result.isSuccess()).as("%s", result).isTrue();
        return result.out();
    }

    void apply(String namespace, String yaml) {
        Cluster.any().programs().withInput(yaml).run("kubectl", "apply", "--namespace", namespace, "--filename", "-");
    }

    /** Says how long it took. */
    void awaitReady(String namespace, String cluster) {
        Times times = Times.begin();
        awaitCondition(namespace, "mc/" + cluster, "condition=Ready");
        times.say("apply to Ready");
    }

    /** Until {@code kubectl wait --for} says so. */
    void awaitCondition(String namespace, String object, String condition) {
        Programs.Result result = Cluster.any()
                .programs()
                .within(Duration.ofSeconds(200))
                .attempt("kubectl", "wait", "--namespace", namespace, "--for=" + condition, object, "--timeout=180s");
        assertThat(result.isSuccess())
                .as(
                        "%s%n%s%n%s",
                        result, state(namespace), kubectl("get", object, "--namespace", namespace, "--output=yaml"))
                .isTrue();
    }

    /** For messages: what is there, and what has happened. */
    String state(String namespace) {
        return kubectl("get", "mc,mwg,pods", "--namespace", namespace, "--output=wide") + "\n"
                + kubectl("get", "events", "--namespace", namespace, "--sort-by=.lastTimestamp") + "\n"
                + kubectl("logs", "--namespace", namespace, "--selector", ROLE, "--tail=60", "--prefix");
    }

    // ---- pods

    /** Those of that role, the oldest first. */
    List<Pod> pods(String namespace, String role) {
        return labelled(namespace, ROLE, role);
    }

    /** The operator's. */
    Pod operator() {
        return labelled(SYSTEM, "app.kubernetes.io/name", "mosaic-operator").getFirst();
    }

    /** Those that do not end. A busy API server is asked again. */
    private static List<Pod> labelled(String namespace, String label, String value) {
        for (int attempt = 1; ; attempt++) {
            try {
                return Cluster.any()
                        .client()
                        .pods()
                        .inNamespace(namespace)
                        .withLabel(label, value)
                        .list()
                        .getItems()
                        .stream()
                        .filter(pod -> pod.getMetadata().getDeletionTimestamp() == null)
                        .sorted(Comparator.comparing(pod -> pod.getMetadata().getCreationTimestamp()))
                        .toList();
            } catch (KubernetesClientException busy) {
                if (attempt == 5) {
                    throw busy;
                }
            }
        }
    }

    static boolean isReady(Pod pod) {
        return pod.getStatus() != null
                && pod.getStatus().getConditions().stream()
                        .anyMatch(each -> each.getType().equals("Ready")
                                && each.getStatus().equals("True"));
    }

    /** Removes the warehouse's pod by force, and waits for the next; with an {@code EmptyDir} its disk is gone. */
    void replaceWarehouse(String namespace) {
        String before = pods(namespace, "warehouse").getFirst().getMetadata().getUid();
        run(
                "delete",
                "pod",
                "--namespace",
                namespace,
                "--selector",
                ROLE + "=warehouse",
                "--grace-period=0",
                "--force");
        Eventually.holds(
                "another warehouse",
                Duration.ofMinutes(2),
                () -> pods(namespace, "warehouse").stream()
                        .anyMatch(pod ->
                                isReady(pod) && !pod.getMetadata().getUid().equals(before)),
                () -> state(namespace));
    }

    /** From the scheduler's choice to ready, in whole seconds. */
    static Duration start(Pod pod) {
        return Duration.between(since(pod, "PodScheduled"), since(pod, "Ready"));
    }

    private static Instant since(Pod pod, String condition) {
        return pod.getStatus().getConditions().stream()
                .filter(each -> each.getType().equals(condition))
                .map(each -> Instant.parse(each.getLastTransitionTime()))
                .findFirst()
                .orElseThrow();
    }

    void awaitPods(String namespace, String role, int count) {
        Eventually.holds(
                count + " ready pods of role " + role,
                PATIENCE,
                () -> pods(namespace, role).stream().filter(Product::isReady).count() == count,
                () -> state(namespace));
    }

    /** From the outside, as the kernel does; where the node is another machine, by a forced deletion. */
    void kill(Pod pod) {
        if (!Host.kill(pod.getMetadata().getUid())) {
            run(
                    "delete",
                    "pod",
                    pod.getMetadata().getName(),
                    "--namespace",
                    pod.getMetadata().getNamespace(),
                    "--grace-period=0",
                    "--force");
        }
    }

    /** Of its containers, all together. */
    static int restarts(Pod pod) {
        return pod.getStatus().getContainerStatuses().stream()
                .mapToInt(each -> each.getRestartCount())
                .sum();
    }
}
