package dev.mosaic.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.crd.Cluster;
import dev.mosaic.crd.Crds;
import dev.mosaic.crd.Programs;
import dev.mosaic.testing.Eventually;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * The commands of docs/operations.md on a real cluster, in the page's order: each block is run by bash, and what the page says comes of it.
 * The namespaces have other names, and {@code helm upgrade} is told the images under test. Not as they stand there are:
 *
 * <pre>
 *   Health checks 1          its last command does not end: it ends once the health checks have been asked for
 *   Empty a node 1           the one node runs the operator and what others have: only the pods of the cluster are evicted
 *   Size 1                   no metrics-server: the pods that kubectl top would show are listed
 *   Install 1                no Prometheus operator: its kinds are there, and take everything
 *   Alerts 1                 the same; the metrics that it names are those of the operator
 *   Metrics of a cluster 1   the same; the port, the labels and the keys that it names are those of the cluster
 *   Metrics of a cluster 2   is for a machine without Kubernetes: nothing is done with it
 *   Storage 1                no driver: the test says that the volume has grown
 * </pre>
 */
@Tag("long")
@Tag("cluster")
class OperationsPageTest {
    static final Path PAGE = Path.of("../docs/operations.md");

    @RegisterExtension
    static final Product PRODUCT = Product.alone();

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final List<String> PROMETHEUS = List.of("servicemonitors", "prometheusrules");

    @TempDir
    private Path folder;

    private final List<String> namespaces = new ArrayList<>();
    private final List<String> made = new ArrayList<>();
    private String namespace = "";
    private String node = "";
    private GrowingVolume volume;

    /** What is done with a block. */
    interface Check {
        void of(PageBlock block) throws Exception;
    }

    /** The blocks of the page, each with its check. */
    private Map<String, Check> checks() {
        Map<String, Check> all = new LinkedHashMap<>();
        all.put("Install 1", this::install);
        all.put("Health checks 1", this::isItWell);
        all.put("Rollback 1", this::rollBack);
        all.put("Rollback 2", this::rollBackTheOperatorAlone);
        all.put("Certificates and tokens 1", this::lookAtCertificates);
        all.put("Storage 1", this::growTheVolume);
        all.put("Backup and restore 1", this::rest);
        all.put("Empty a node 1", this::emptyTheNode);
        all.put("Size 1", this::giveTheOperatorMore);
        all.put("Alerts 1", this::alert);
        all.put("Metrics of a cluster 1", this::watchTheCluster);
        all.put("Metrics of a cluster 2", block -> assertThat(block.language()).isEqualTo("yaml"));
        return all;
    }

    /** The titles of the blocks that the test knows. */
    static List<String> known() {
        return List.copyOf(new OperationsPageTest().checks().keySet());
    }

    @TestFactory
    Stream<DynamicTest> shouldDoWhatThePageSays() throws IOException {
        KubeProcess.named("kubelet", System.getenv()); // a volume is a folder of this machine
        PRODUCT.expect("leader"); // who loses the lease says so
        namespace = PRODUCT.namespace("team-a");
        namespaces.add(namespace);
        namespaces.add(PRODUCT.namespace("team-b"));
        PROMETHEUS.forEach(this::makeKind);
        volume = GrowingVolume.make(PRODUCT, namespace, folder.resolve("disk"));
        PRODUCT.apply(
                namespace,
                Yaml.cluster(
                        "brain",
                        "disk: {type: PersistentVolume, storageClassName: " + namespace + ", size: 1Gi}",
                        "replicas: 1\ndrainTimeout: 5s"));
        PRODUCT.awaitReady(namespace, "brain");
        node = PRODUCT.pods(namespace, "head").getFirst().getSpec().getNodeName();

        Map<String, Check> checks = checks();
        return PageBlock.of(PAGE).stream()
                .map(block -> DynamicTest.dynamicTest(block.title(), () -> {
                    Check check = checks.get(block.title());
                    assertThat(check)
                            .as("this block is new: write what comes of it into this test%n%s", block.text())
                            .isNotNull();
                    Times times = Times.begin();
                    check.of(block);
                    times.say("operations page: " + block.title());
                }));
    }

    @AfterEach
    void leaveNothing() {
        if (namespaces.isEmpty()) {
            return;
        }
        PRODUCT.kubectl("uncordon", node);
        // As it was: all namespaces, one operator. Before a kind goes of which the release has an object.
        Product.install(Path.of("../helm/mosaic"), Images.of(System.getenv()).orElseThrow());
        Eventually.holds(
                "former operators are gone",
                PATIENCE,
                () -> operators().lines().count() == 1,
                () -> PRODUCT.state(Product.SYSTEM));
        namespaces.forEach(each -> PRODUCT.run("delete", "namespace", each, "--ignore-not-found", "--timeout=110s"));
        if (volume != null) {
            volume.remove();
        }
        made.forEach(each -> PRODUCT.run("delete", "crd", each, "--ignore-not-found"));
    }

    private static String operators() {
        return PRODUCT.run(
                "get",
                "pods",
                "--namespace",
                Product.SYSTEM,
                "--selector",
                "app.kubernetes.io/name=mosaic-operator",
                "--output=name");
    }

    // ---- the blocks

    private void install(PageBlock block) {
        run(block);
        assertThat(monitors()).contains("mosaic-operator");
        assertThat(PRODUCT.run(
                        "get",
                        "deployment/mosaic-operator",
                        "--namespace",
                        Product.SYSTEM,
                        "--output=jsonpath={.spec.replicas} {.spec.template.spec.containers[0].env}"))
                .startsWith("2 ")
                .contains(String.join(",", namespaces));
        for (String each : namespaces) {
            assertThat(PRODUCT.run("get", "role", "--namespace", each, "--output=name"))
                    .contains("role.rbac.authorization.k8s.io/mosaic-operator");
        }
        assertThat(PRODUCT.run("get", "clusterrole", "--output=name").lines())
                .as("rights in those only")
                .doesNotContain("clusterrole.rbac.authorization.k8s.io/mosaic-operator." + Product.SYSTEM);
    }

    private void isItWell(PageBlock block) {
        Set<String> before = pods();
        Programs.Result result = bash(
                """
                set -m
                (%s
                ) &
                job=$!
                trap 'kill -- -$job 2>/dev/null || true' EXIT
                until health=$(curl -s http://localhost:8080/q/health) && [ -n "$health" ]; do
                    kill -0 $job
                    sleep 1
                done
                echo "$health"
                """.formatted(words(block.with("port-forward", "port-forward").text())));
        assertThat(result.isSuccess()).as("%s", result).isTrue();
        assertThat(result.out())
                .as("%s", result)
                .contains("brain", "successfully rolled out", "Forwarding from")
                .contains("\"reconciling\"", "\"started\"", "\"Quarkus Operator SDK health check\"")
                .doesNotContain("\"DOWN\"");
        assertThat(pods()).as("nothing is restarted").isEqualTo(before);
    }

    private void rollBack(PageBlock block) {
        Set<String> before = pods();
        String revisions = bash("helm history mosaic --namespace mosaic-system").out();
        int last = revisions
                .lines()
                .map(line -> line.split("\\s", 2)[0])
                .filter(word -> word.matches("\\d+"))
                .mapToInt(Integer::parseInt)
                .max()
                .orElseThrow(() -> new AssertionError(revisions));
        assertThat(run(block.with("REVISION", Integer.toString(last - 1)))).contains("deployed");
        assertThat(monitors()).as("what the last revision brought").isBlank();
        assertThat(pods()).as("no pod of a cluster is restarted").isEqualTo(before);
    }

    private void rollBackTheOperatorAlone(PageBlock block) {
        Set<String> before = pods();
        String definitions = definitions();
        run(block);
        assertThat(definitions()).as("the definitions stay as they are").isEqualTo(definitions);
        Programs.Result back = bash("helm upgrade mosaic helm/mosaic --namespace mosaic-system --reuse-values"
                + " --set crds.install=true");
        assertThat(back.isSuccess()).as("%s", back).isTrue();
        assertThat(pods()).as("no pod of a cluster is restarted").isEqualTo(before);
    }

    /** A certificate that was taken out is made anew, as at its time. */
    private void lookAtCertificates(PageBlock block) {
        PRODUCT.run(
                "patch",
                "secret/brain-keys",
                "--namespace",
                namespace,
                "--type=json",
                "--patch",
                "[{\"op\":\"remove\",\"path\":\"/data/tls.crt\"}]");
        Eventually.holds(
                "there is an event",
                PATIENCE,
                () -> PRODUCT.run("get", "events", "--namespace", namespace).contains("RenewedKeys"),
                () -> PRODUCT.state(namespace));
        String out = run(block);
        assertThat(out).contains("notAfter=", "RenewedKeys");
        String end = out.lines()
                .filter(line -> line.startsWith("notAfter="))
                .map(line ->
                        line.substring("notAfter=".length()).replace(" GMT", "").replaceAll(" +", " "))
                .findFirst()
                .orElseThrow();
        LocalDateTime ends = LocalDateTime.parse(end, DateTimeFormatter.ofPattern("MMM d HH:mm:ss yyyy", Locale.US));
        assertThat(Duration.between(LocalDateTime.now(ZoneOffset.UTC), ends).toHours())
                .as("90 days")
                .isBetween(89 * 24L, 90 * 24L);
    }

    private void growTheVolume(PageBlock block) throws InterruptedException {
        String before =
                PRODUCT.pods(namespace, "warehouse").getFirst().getMetadata().getUid();
        Thread driver = volume.grow("20Gi");
        try {
            assertThat(run(block)).contains("entries-brain-warehouse-0", "condition met");
        } finally {
            driver.join(Duration.ofMinutes(1));
        }
        Eventually.holds(
                "the warehouse's pod is replaced",
                PATIENCE,
                () -> PRODUCT.pods(namespace, "warehouse").stream()
                        .anyMatch(pod -> Product.isReady(pod)
                                && !pod.getMetadata().getUid().equals(before)),
                () -> PRODUCT.state(namespace));
    }

    private void rest(PageBlock block) {
        assertThat(run(block)).contains("condition met");
        awaitOthers(Set.of());
    }

    private void emptyTheNode(PageBlock block) {
        Set<String> before = pods();
        String out = run(block.with("NODE", node)
                .with("--ignore-daemonsets", "--ignore-daemonsets --pod-selector=mosaic.dev/cluster=brain"));
        assertThat(out).contains(" evicted", " uncordoned");
        awaitOthers(before);
    }

    private void giveTheOperatorMore(PageBlock block) {
        assertThat(run(block.with("kubectl top pod", "kubectl get pods --output=name")))
                .contains("pod/mosaic-operator", "pod/brain-head", "pod/brain-warehouse", "pod/brain-pool");
        assertThat(PRODUCT.run(
                        "get",
                        "deployment/mosaic-operator",
                        "--namespace",
                        Product.SYSTEM,
                        "--output=jsonpath={.spec.template.spec.containers[0].resources.limits.memory}"))
                .isEqualTo("1Gi");
    }

    /** That of failures comes with the first one. */
    private void alert(PageBlock block) {
        assertThat(block.language()).isEqualTo("yaml");
        PRODUCT.apply(Product.SYSTEM, block.text());
        PRODUCT.run("delete", "prometheusrules/mosaic", "--namespace", Product.SYSTEM);
        PRODUCT.run("rollout", "status", "deployment/mosaic-operator", "--namespace", Product.SYSTEM, "--timeout=100s");
        Set<String> named = Pattern.compile("mosaic_[a-z_]+(\\{[^}]*)?")
                .matcher(block.text())
                .results()
                .map(match -> match.group())
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(named).isNotEmpty();
        Eventually.holds(
                "the operator that leads has these figures",
                PATIENCE,
                () -> named.stream().allMatch(OperationsPageTest::isCounted),
                named::toString);
    }

    /** @param metric with a label at most, which is among others */
    private static boolean isCounted(String metric) {
        String[] words = metric.split("\\{", 2);
        return PRODUCT.run(
                        "get",
                        "--raw",
                        "/api/v1/namespaces/mosaic-system/services/mosaic-operator:http/proxy/q/metrics")
                .lines()
                .anyMatch(line -> line.startsWith(words[0]) && (words.length == 1 || line.contains(words[1])));
    }

    private void watchTheCluster(PageBlock block) {
        assertThat(block.language()).isEqualTo("yaml");
        PRODUCT.apply(namespace, words(block.text()));
        PRODUCT.run("delete", "servicemonitors/brain", "--namespace", namespace);
        assertThat(PRODUCT.run(
                        "get",
                        "services",
                        "--namespace",
                        namespace,
                        "--selector=mosaic.dev/cluster=brain,mosaic.dev/role=head",
                        "--output=jsonpath={.items[*].spec.ports[*].name}"))
                .contains("api");
        assertThat(PRODUCT.run("get", "secret/brain-keys", "--namespace", namespace, "--output=jsonpath={.data}"))
                .contains("\"admin.token\"", "\"ca.crt\"");
    }

    // ---- how they are run

    /** What it printed. */
    private String run(PageBlock block) {
        assertThat(block.language()).as(block.title()).isEmpty();
        Programs.Result result = bash(words(block.text()));
        assertThat(result.isSuccess())
                .as("%s%n%s%n%s", block.title(), result, PRODUCT.state(namespace))
                .isTrue();
        return result.out();
    }

    /** With the namespaces of this test. */
    private String words(String commands) {
        return commands.replace("team-a", namespaces.getFirst()).replace("team-b", namespaces.getLast());
    }

    /** In the root of the tree. Helm is told the images under test, of which a user needs to say nothing. */
    private static Programs.Result bash(String commands) {
        String images =
                String.join(" ", Product.values(Images.of(System.getenv()).orElseThrow()));
        return Cluster.any()
                .programs()
                .within(Duration.ofSeconds(150))
                .attempt("bash", "-euo", "pipefail", "-c", """
                        cd ..
                        helm() {
                            case $1 in
                                upgrade) command helm "$@" %s ;;
                                *) command helm "$@" ;;
                            esac
                        }
                        %s
                        """.formatted(images, commands));
    }

    // ---- what is there

    private void makeKind(String plural) {
        String name = plural + ".monitoring.coreos.com";
        if (PRODUCT.kubectl("get", "crd", name).isSuccess()) {
            return;
        }
        made.add(name);
        String kind = plural.equals("servicemonitors") ? "ServiceMonitor" : "PrometheusRule";
        PRODUCT.apply("default", """
                apiVersion: apiextensions.k8s.io/v1
                kind: CustomResourceDefinition
                metadata: {name: %s}
                spec:
                  group: monitoring.coreos.com
                  scope: Namespaced
                  names: {plural: %s, singular: %s, kind: %s}
                  versions:
                    - name: v1
                      served: true
                      storage: true
                      schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}
                """.formatted(name, plural, kind.toLowerCase(Locale.ROOT), kind));
        PRODUCT.run("wait", "--for=condition=Established", "crd/" + name, "--timeout=30s");
    }

    private static String monitors() {
        return PRODUCT.run(
                "get", "servicemonitors.monitoring.coreos.com", "--namespace", Product.SYSTEM, "--output=name");
    }

    /** Who they are, and as which generation. */
    private static String definitions() {
        return Crds.NAMES.stream()
                .map(name -> PRODUCT.run(
                        "get",
                        "crd",
                        name,
                        "--output=jsonpath={.metadata.name} {.metadata.uid} {.metadata.generation}"))
                .collect(Collectors.joining("\n"));
    }

    private Stream<Pod> all() {
        return Stream.of("head", "warehouse", "worker").flatMap(role -> PRODUCT.pods(namespace, role).stream());
    }

    private Set<String> pods() {
        return all().map(pod ->
                        pod.getMetadata().getName() + " " + pod.getMetadata().getUid() + " " + Product.restarts(pod))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private void awaitOthers(Set<String> before) {
        Eventually.holds(
                "head, warehouse and a worker are ready, and others than before",
                PATIENCE,
                () -> {
                    List<Pod> now = all().toList();
                    return now.size() == 3
                            && now.stream().allMatch(Product::isReady)
                            && pods().stream().noneMatch(before::contains);
                },
                () -> PRODUCT.state(namespace));
    }
}
