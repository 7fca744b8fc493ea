package dev.mosaic.crd.chart;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import dev.mosaic.crd.Crds;
import dev.mosaic.crd.Programs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What helm makes of the chart, read from what it renders. */
class ChartTest {
    private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());

    @Test
    void shouldPassTheLinter() {
        assertThat(Programs.here()
                        .run("helm", "lint", "--strict", "--kube-version", "1.34.0", Rendered.CHART.toString()))
                .contains("1 chart(s) linted, 0 chart(s) failed");
    }

    @Test
    void shouldMakeTheOperatorItsRightsAndTheKinds() {
        assertThat(Rendered.with().names())
                .containsExactlyInAnyOrder(
                        "ClusterRole/mosaic-operator.mosaic-system",
                        "ClusterRole/mosaic-operator-admin.mosaic-system",
                        "ClusterRole/mosaic-operator-editor.mosaic-system",
                        "ClusterRole/mosaic-operator-viewer.mosaic-system",
                        "ClusterRoleBinding/mosaic-operator.mosaic-system",
                        "CustomResourceDefinition/mosaicclusters.mosaic.dev",
                        "CustomResourceDefinition/mosaicjobs.mosaic.dev",
                        "CustomResourceDefinition/mosaicworkergroups.mosaic.dev",
                        "CustomResourceDefinition/tesserae.mosaic.dev",
                        "Deployment/mosaic-operator",
                        "Pod/mosaic-operator-test",
                        "Role/mosaic-operator-leases",
                        "RoleBinding/mosaic-operator-leases",
                        "Service/mosaic-operator",
                        "ServiceAccount/mosaic-operator");
    }

    @Test
    void shouldShareNoNameWithAReleaseOfThatNameInAnotherNamespace() {
        for (String kind : List.of("ClusterRole", "ClusterRoleBinding")) {
            assertThat(Rendered.in("team-a").names(kind))
                    .isNotEmpty()
                    .doesNotContainAnyElementsOf(Rendered.with().names(kind));
        }
    }

    // ---- the operator

    private static JsonNode container(Rendered chart) {
        return chart.get("Deployment/mosaic-operator").at("/spec/template/spec/containers/0");
    }

    private static Map<String, String> environment(Rendered chart) {
        Map<String, String> found = new TreeMap<>();
        container(chart)
                .path("env")
                .forEach(each -> found.put(
                        each.path("name").asText(),
                        each.has("value")
                                ? each.path("value").asText()
                                : each.at("/valueFrom/fieldRef/fieldPath").asText()));
        return found;
    }

    @Test
    void shouldTellTheOperatorWhereItIsAndWhatToRun() {
        Rendered chart = Rendered.with();
        assertThat(container(chart).path("image").asText()).isEqualTo("mosaic/operator:0.1.0");
        assertThat(environment(chart))
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        "MOSAIC_NAMESPACE",
                        "metadata.namespace",
                        "MOSAIC_RUNTIME_IMAGE",
                        "mosaic/runtime:0.1.0",
                        "MALLOC_ARENA_MAX",
                        "2",
                        "QUARKUS_LOG_CATEGORY__DEV_MOSAIC__LEVEL",
                        "INFO",
                        "QUARKUS_LOG_CONSOLE_JSON_ENABLED",
                        "false"));
    }

    @Test
    void shouldTakeOtherImagesAndSettings() {
        String digest = "sha256:" + "0a".repeat(32);
        Rendered chart = Rendered.with(
                "image.repository=registry.example/operator,image.tag=1.2.3,image.pullPolicy=Never",
                "runtimeImage.repository=registry.example/runtime,runtimeImage.digest=" + digest,
                "replicas=2,logging.level=DEBUG,logging.json=true,priorityClassName=high",
                "watchNamespaces={a,b}",
                "json:env=[{\"name\":\"QUARKUS_HTTP_IO_THREADS\",\"value\":\"2\"}]",
                "json:imagePullSecrets=[{\"name\":\"registry\"}]");
        assertThat(container(chart).path("image").asText()).isEqualTo("registry.example/operator:1.2.3");
        assertThat(container(chart).path("imagePullPolicy").asText()).isEqualTo("Never");
        assertThat(environment(chart))
                .containsEntry("MOSAIC_RUNTIME_IMAGE", "registry.example/runtime@" + digest)
                .containsEntry("MOSAIC_WATCH_NAMESPACES", "a,b")
                .containsEntry("QUARKUS_LOG_CATEGORY__DEV_MOSAIC__LEVEL", "DEBUG")
                .containsEntry("QUARKUS_LOG_CONSOLE_JSON_ENABLED", "true")
                .containsEntry("QUARKUS_HTTP_IO_THREADS", "2");
        JsonNode deployment = chart.get("Deployment/mosaic-operator");
        assertThat(deployment.at("/spec/replicas").asInt()).isEqualTo(2);
        assertThat(deployment.at("/spec/template/spec/priorityClassName").asText())
                .isEqualTo("high");
        assertThat(deployment.at("/spec/template/spec/imagePullSecrets/0/name").asText())
                .isEqualTo("registry");
    }

    /** Beside one without, it acts on the objects with its class only. */
    @Test
    void shouldTellACanaryItsClass() {
        assertThat(environment(Rendered.with("operatorClass=canary"))).containsEntry("MOSAIC_OPERATOR_CLASS", "canary");
        assertThat(environment(Rendered.with())).doesNotContainKey("MOSAIC_OPERATOR_CLASS");
        assertThat(Rendered.attempt("operatorClass=No Class").isSuccess()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"startupProbe, /q/health/started", "livenessProbe, /q/health/live", "readinessProbe, /q/health/ready"})
    void shouldAskTheOperatorHowItIs(String probe, String path) {
        JsonNode get = container(Rendered.with()).path(probe).path("httpGet");
        assertThat(get.path("path").asText()).isEqualTo(path);
        assertThat(get.path("port").asText()).isEqualTo("http");
    }

    /** OpenShift refuses a user that is not of the namespace's own. */
    @ParameterizedTest
    @ValueSource(strings = {"Deployment/mosaic-operator", "Pod/mosaic-operator-test"})
    void shouldSayNoUserWhereThePlatformChooses(String name) {
        Rendered chart = Rendered.with("fixedUser=false");
        assertThat(podOf(chart.get(name)).path("securityContext"))
                .isEqualTo(yaml("{runAsNonRoot: true, seccompProfile: {type: RuntimeDefault}}"));
        assertThat(environment(chart)).containsEntry("MOSAIC_FIXED_USER", "false");
    }

    /** As with {@code helm upgrade --reuse-values} from a chart that did not have that value: it is null, whatever the default. */
    @ParameterizedTest
    @ValueSource(strings = {"operatorClass", "fixedUser", "podSecurityContext", "securityContext", "networkPolicy"})
    void shouldTakeAValueThatAnOlderReleaseDoesNotHaveForItsDefault(String value) {
        assertThat(Rendered.with(value + "=null").objects())
                .isEqualTo(Rendered.with().objects());
    }

    /** Later versions of Kubernetes take an object with what a rule refuses by now, as long as nobody changes that. */
    @ParameterizedTest
    @CsvSource({"1.29.14, false", "1.30.0, true", "1.30.3-eks-a18cd3a, true", "1.34.0, true"})
    void shouldAskForAKubernetesThatTakesWhatItHasStored(String version, boolean isTaken) {
        Programs.Result result = Programs.here()
                .attempt("helm", "template", "mosaic", Rendered.CHART.toString(), "--kube-version", version);
        assertThat(result.isSuccess()).as("%s", result.err()).isEqualTo(isTaken);
    }

    @Test
    void shouldLaySecurityContextsOverItsOwn() {
        JsonNode pod = podOf(
                Rendered.with("json:podSecurityContext={\"fsGroup\":2000}", "json:securityContext={\"runAsUser\":1000}")
                        .get("Deployment/mosaic-operator"));
        assertThat(pod.at("/securityContext/fsGroup").asInt()).isEqualTo(2000);
        assertThat(pod.at("/securityContext/runAsNonRoot").asBoolean()).isTrue();
        assertThat(pod.at("/containers/0/securityContext/runAsUser").asInt()).isEqualTo(1000);
        assertThat(pod.at("/containers/0/securityContext/readOnlyRootFilesystem")
                        .asBoolean())
                .isTrue();
    }

    /** So that one pod does not fill the disk of its node for all. */
    @ParameterizedTest
    @ValueSource(strings = {"Deployment/mosaic-operator", "Pod/mosaic-operator-test"})
    void shouldLimitTheDiskOfNodes(String name) {
        JsonNode pod = podOf(Rendered.with().get(name));
        assertThat(pod.at("/containers/0/resources/requests/ephemeral-storage").asText())
                .isEqualTo("64Mi");
        assertThat(pod.at("/containers/0/resources/limits/ephemeral-storage").asText())
                .isEqualTo("1Gi");
        assertThat(pod.at("/volumes/0/emptyDir/sizeLimit").asText()).isEqualTo("128Mi");
    }

    private static JsonNode podOf(JsonNode object) {
        return object.path("kind").asText().equals("Pod") ? object.path("spec") : object.at("/spec/template/spec");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Deployment/mosaic-operator", "Pod/mosaic-operator-test"})
    void shouldRunAsRestrictedAsItGets(String name) {
        JsonNode object = Rendered.with().get(name);
        JsonNode pod = podOf(object);
        assertThat(pod.path("securityContext"))
                .isEqualTo(
                        yaml(
                                "{runAsNonRoot: true, runAsUser: 65532, runAsGroup: 65532, fsGroup: 65532, seccompProfile: {type: RuntimeDefault}}"));
        assertThat(pod.at("/containers/0/securityContext"))
                .isEqualTo(
                        yaml(
                                "{allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: {drop: [ALL]}}"));
        assertThat(pod.at("/containers/0/volumeMounts")).isEqualTo(yaml("[{name: tmp, mountPath: /tmp}]"));
        assertThat(pod.path("volumes")).isEqualTo(yaml("[{name: tmp, emptyDir: {sizeLimit: 128Mi}}]"));
        assertThat(pod.at("/containers/0/resources/limits").has("memory")).isTrue();
    }

    @Test
    void shouldLeadTheServiceToTheOperatorAlone() {
        Rendered chart = Rendered.with();
        JsonNode labels = chart.get("Deployment/mosaic-operator").at("/spec/template/metadata/labels");
        JsonNode test = chart.get("Pod/mosaic-operator-test").at("/metadata/labels");
        JsonNode selector = chart.get("Service/mosaic-operator").at("/spec/selector");
        assertThat(selector.isEmpty()).isFalse();
        selector.properties()
                .forEach(each -> assertThat(labels.path(each.getKey())).isEqualTo(each.getValue()));
        assertThat(selector.properties())
                .anySatisfy(each -> assertThat(test.path(each.getKey())).isNotEqualTo(each.getValue()));
    }

    @Test
    void shouldLetNodesBeDrainedAndOneOfTwoOperatorsStay() {
        assertThat(Rendered.with().names("PodDisruptionBudget")).isEmpty();
        JsonNode budget = Rendered.with("replicas=2").get("PodDisruptionBudget/mosaic-operator");
        assertThat(budget.at("/spec/maxUnavailable").asInt()).isEqualTo(1);
        assertThat(budget.at("/spec/selector/matchLabels"))
                .isEqualTo(Rendered.with().get("Service/mosaic-operator").at("/spec/selector"));
    }

    @Test
    void shouldLetInWhomItIsToldTo() {
        assertThat(Rendered.with().names("NetworkPolicy")).isEmpty();
        JsonNode policy = Rendered.with("networkPolicy.enabled=true", "json:networkPolicy.from=[{\"podSelector\":{}}]")
                .get("NetworkPolicy/mosaic-operator");
        assertThat(policy.at("/spec/ingress"))
                .isEqualTo(yaml("[{ports: [{port: http, protocol: TCP}], from: [{podSelector: {}}]}]"));
        assertThat(policy.at("/spec/egress")).isEqualTo(yaml("[{}]"));
    }

    @Test
    void shouldMakeAServiceMonitorWhereItIsWanted() {
        assertThat(Rendered.with().names("ServiceMonitor")).isEmpty();
        JsonNode monitor = Rendered.with(
                        "metrics.serviceMonitor.enabled=true,metrics.serviceMonitor.labels.release=prometheus")
                .get("ServiceMonitor/mosaic-operator");
        assertThat(monitor.at("/metadata/labels/release").asText()).isEqualTo("prometheus");
        assertThat(monitor.at("/spec/endpoints")).isEqualTo(yaml("[{port: http, path: /q/metrics, interval: 30s}]"));
    }

    @Test
    void shouldTestThatTheOperatorIsWell() {
        JsonNode test = Rendered.with("runtimeImage.tag=v7").get("Pod/mosaic-operator-test");
        assertThat(test.at("/metadata/annotations/helm.sh~1hook").asText()).isEqualTo("test");
        assertThat(test.at("/spec/containers/0/image").asText()).isEqualTo("mosaic/runtime:v7");
        assertThat(test.at("/spec/containers/0/args"))
                .isEqualTo(yaml("[health, --wait=60, 'http://mosaic-operator.mosaic-system.svc:8080/q/health']"));
    }

    // ---- rights

    /** Each as "verb resource". */
    private static Set<String> rights(JsonNode role) {
        Set<String> found = new TreeSet<>();
        role.path("rules")
                .forEach(rule -> rule.path("resources")
                        .forEach(resource -> rule.path("verbs")
                                .forEach(verb -> found.add(verb.asText() + " " + resource.asText()))));
        return found;
    }

    @Test
    void shouldLetTheOperatorDoWhatItDoesAndNothingElse() {
        Set<String> wanted = new TreeSet<>();
        for (String owned : List.of(
                "pods",
                "services",
                "secrets",
                "serviceaccounts",
                "persistentvolumeclaims",
                "poddisruptionbudgets",
                "networkpolicies")) {
            for (String verb : List.of("get", "list", "watch", "create", "patch", "delete")) {
                wanted.add(verb + " " + owned);
            }
        }
        for (String verb : List.of("get", "list", "watch", "patch")) {
            wanted.add(verb + " mosaicclusters");
            wanted.add(verb + " mosaicjobs");
            wanted.add(verb + " tesserae");
            wanted.add(verb + " mosaicworkergroups");
        }
        wanted.addAll(Set.of("create mosaicworkergroups", "delete mosaicworkergroups"));
        wanted.addAll(Set.of("create mosaicclusters", "delete mosaicclusters", "delete mosaicjobs"));
        wanted.add("get configmaps");
        wanted.add("get namespaces");
        for (String kind : List.of("mosaicclusters", "mosaicjobs", "mosaicworkergroups", "tesserae")) {
            wanted.addAll(
                    Set.of("get " + kind + "/status", "patch " + kind + "/status", "update " + kind + "/finalizers"));
        }
        wanted.add("create events");
        assertThat(rights(Rendered.with().get("ClusterRole/mosaic-operator.mosaic-system")))
                .isEqualTo(wanted);
    }

    /** The Java Operator SDK wants one rule with all three. */
    @Test
    void shouldLetTheOperatorElectALeader() {
        JsonNode rules = Rendered.with().get("Role/mosaic-operator-leases").path("rules");
        assertThat(rules).hasSize(1);
        assertThat(rules.at("/0/apiGroups/0").asText()).isEqualTo("coordination.k8s.io");
        assertThat(rules.at("/0/verbs")).extracting(JsonNode::asText).contains("get", "create", "update");
    }

    @Test
    void shouldGiveRightsInTheNamespacesThatAreWatchedOnly() {
        Rendered chart = Rendered.with("watchNamespaces={a,b}");
        assertThat(chart.names("ClusterRoleBinding")).isEmpty();
        assertThat(chart.names("Role"))
                .containsExactlyInAnyOrder(
                        "mosaic-operator-leases", "a/mosaic-operator.mosaic-system", "b/mosaic-operator.mosaic-system");
        assertThat(rights(chart.get("Role/a/mosaic-operator.mosaic-system")))
                .isEqualTo(rights(Rendered.with().get("ClusterRole/mosaic-operator.mosaic-system")));
        assertThat(chart.get("RoleBinding/b/mosaic-operator.mosaic-system")
                        .at("/subjects/0/namespace")
                        .asText())
                .isEqualTo(Rendered.NAMESPACE);
    }

    @Test
    void shouldNameEachRightWithoutStars() {
        for (Map.Entry<String, JsonNode> each : Rendered.with().objects().entrySet()) {
            if (each.getKey().contains("Role/")) {
                assertThat(each.getValue().path("rules").toString()).doesNotContain("*");
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"viewer, view", "editor, edit", "admin, admin"})
    void shouldAddTheKindsToTheRolesOfPeople(String role, String of) {
        JsonNode labels = Rendered.with()
                .get("ClusterRole/mosaic-operator-" + role + ".mosaic-system")
                .at("/metadata/labels");
        assertThat(labels.path("rbac.authorization.k8s.io/aggregate-to-" + of).asText())
                .isEqualTo("true");
    }

    @Test
    void shouldLetEditorsScaleGroupsButNotMakeThem() {
        Rendered chart = Rendered.with();
        assertThat(rights(chart.get("ClusterRole/mosaic-operator-viewer.mosaic-system")))
                .containsExactlyInAnyOrder(
                        "get mosaicclusters",
                        "list mosaicclusters",
                        "watch mosaicclusters",
                        "get mosaicjobs",
                        "list mosaicjobs",
                        "watch mosaicjobs",
                        "get mosaicworkergroups",
                        "list mosaicworkergroups",
                        "watch mosaicworkergroups",
                        "get tesserae",
                        "list tesserae",
                        "watch tesserae");
        assertThat(rights(chart.get("ClusterRole/mosaic-operator-editor.mosaic-system")))
                .contains(
                        "create mosaicclusters",
                        "create mosaicjobs",
                        "create tesserae",
                        "update mosaicworkergroups/scale",
                        "update tesserae/scale")
                .doesNotContain("create mosaicworkergroups", "update mosaicclusters/status");
    }

    @Test
    void shouldLeaveRightsAndAccountsToOthers() {
        Rendered chart = Rendered.with(
                "rbac.create=false,rbac.aggregateRoles=false,serviceAccount.create=false,serviceAccount.name=ours");
        assertThat(chart.names()).noneMatch(each -> each.contains("Role") || each.startsWith("ServiceAccount"));
        assertThat(chart.get("Deployment/mosaic-operator")
                        .at("/spec/template/spec/serviceAccountName")
                        .asText())
                .isEqualTo("ours");
    }

    // ---- kinds

    @Test
    void shouldHaveTheKindsAsTheyAreGenerated() throws IOException {
        Rendered chart = Rendered.with();
        for (String name : Crds.NAMES) {
            ObjectNode generated = (ObjectNode) YAML.readTree(
                    Path.of("src/main/resources/dev/mosaic/crd", name + ".yaml").toFile());
            ObjectNode rendered = chart.get("CustomResourceDefinition/" + name).deepCopy();
            assertThat(rendered.at("/metadata/annotations/helm.sh~1resource-policy")
                            .asText())
                    .isEqualTo("keep");
            ((ObjectNode) rendered.path("metadata")).remove(List.of("labels", "annotations"));
            assertThat(rendered.equals(ChartTest::compared, generated))
                    .as("%s%nis%n%s", rendered, generated)
                    .isTrue();
        }
    }

    /** To helm 0.0 is 0. */
    private static int compared(JsonNode one, JsonNode other) {
        if (one.isNumber() && other.isNumber()) {
            return one.decimalValue().compareTo(other.decimalValue());
        }
        return one.equals(other) ? 0 : 1;
    }

    @Test
    void shouldLeaveTheKindsToOthersOrTakeThemAway() {
        assertThat(Rendered.with("crds.install=false").names("CustomResourceDefinition"))
                .isEmpty();
        Rendered.with("crds.keep=false")
                .objects()
                .forEach((name, each) -> assertThat(
                                each.at("/metadata/annotations").has("helm.sh/resource-policy"))
                        .as(name)
                        .isFalse());
    }

    // ---- values

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "imge.tag=1 | imge",
                "image.pullPolicy=Sometimes | pullPolicy",
                "image.tag=a b | tag",
                "image.digest=sha256:12 | digest",
                "image.repository= | repository",
                "replicas=-1 | replicas",
                "replicas=two | replicas",
                "watchNamespaces=default | watchNamespaces",
                "watchNamespaces={A} | watchNamespaces",
                "crds.install=maybe | install",
                "logging.level=LOUD | level",
                "metrics.serviceMonitor.interval=often | interval",
                "podLabels.a.b=c | podLabels",
                "rbac.creat=true | creat",
                "json:env=[{\"value\":\"1\"}] | env",
                "json:imagePullSecrets=[\"registry\"] | imagePullSecrets"
            })
    void shouldRefuseValuesThatMeanNothing(String value, String says) {
        Programs.Result result = Rendered.attempt(value);
        assertThat(result.isSuccess()).as("%s", result).isFalse();
        assertThat(result.err()).contains("values don't meet the specifications of the schema", says);
    }

    @Test
    void shouldHaveEachValueInTheSchemaAndEachOfTheSchemaAmongTheValues() throws IOException {
        JsonNode values = YAML.readTree(Rendered.CHART.resolve("values.yaml").toFile());
        JsonNode schema = new ObjectMapper()
                .readTree(Rendered.CHART.resolve("values.schema.json").toFile());
        List<String> wrong = new ArrayList<>();
        compare("", values, schema, wrong);
        assertThat(wrong).containsExactly(".global"); // which helm itself adds
    }

    private static void compare(String path, JsonNode values, JsonNode schema, List<String> wrong) {
        JsonNode known = schema.path("properties");
        if (known.isMissingNode()) {
            return;
        }
        Set<String> names = new TreeSet<>();
        values.fieldNames().forEachRemaining(names::add);
        known.fieldNames().forEachRemaining(names::add);
        for (String name : names) {
            if (!values.has(name) || !known.has(name)) {
                wrong.add(path + "." + name);
            } else if (values.path(name).isObject()) {
                compare(path + "." + name, values.path(name), known.path(name), wrong);
            }
        }
    }

    @Test
    void shouldSayEachValueInThePage() throws IOException {
        String page = Files.readString(Path.of("..", "helm", "mosaic", "README.md"));
        JsonNode values = YAML.readTree(Rendered.CHART.resolve("values.yaml").toFile());
        values.fieldNames().forEachRemaining(each -> assertThat(page).contains("`" + each));
    }

    private static JsonNode yaml(String text) {
        try {
            return YAML.readTree(text);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
