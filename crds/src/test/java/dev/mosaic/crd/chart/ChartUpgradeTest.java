package dev.mosaic.crd.chart;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.crd.Cluster;
import dev.mosaic.crd.Crds;
import dev.mosaic.crd.Programs;
import dev.mosaic.crd.TestNamespace;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.authorization.v1.SubjectAccessReviewBuilder;
import io.fabric8.kubernetes.api.model.rbac.RoleBindingBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Releases on a real cluster, from the kinds of an older version to those of this one. The kinds have names and an API group of the
 * test's own, so that nobody who works with the real ones notices, and there is no pod of the operator.
 */
@Timeout(300)
class ChartUpgradeTest {
    /** A field that the older version does not have. */
    private static final String FIELD = "drainTimeout";

    @TempDir
    private Path folder;

    private Cluster cluster;
    private TestNamespace space;
    private Programs programs;
    private String group;

    @BeforeEach
    void find() throws IOException {
        cluster = Cluster.any();
        space = cluster.namespace("chart");
        programs = cluster.programs().within(Duration.ofMinutes(2));
        group = space.name() + ".mosaic.dev";
        copy(folder.resolve("new"), false);
        copy(folder.resolve("old"), true);
    }

    @AfterEach
    void leaveNothing() {
        if (space == null) {
            return;
        }
        programs.attempt("helm", "uninstall", release(), "-n", space.name(), "--ignore-not-found", "--wait");
        for (CustomResourceDefinition each : kinds()) {
            awaitStorage(each);
            cluster.client().resource(each).delete();
        }
        space.close();
        awaitNoKinds();
        assertThat(cluster.client()
                        .rbac()
                        .clusterRoles()
                        .withName(release() + "-operator")
                        .get())
                .isNull();
    }

    private void copy(Path target, boolean older) throws IOException {
        try (Stream<Path> files = Files.walk(Rendered.CHART)) {
            for (Path each : (Iterable<Path>) files::iterator) {
                Path to = target.resolve(renamed(Rendered.CHART.relativize(each).toString()));
                if (Files.isDirectory(each)) {
                    Files.createDirectories(to);
                } else if (each.toString().contains("crds/")) {
                    Files.writeString(to, kind(Files.readString(each), older));
                } else {
                    Files.copy(each, to);
                }
            }
        }
    }

    private String kind(String yaml, boolean older) {
        String own = renamed(yaml).replaceAll("(?m)^( +- )(mc|mwg|all|mosaic)$", "$1charttest$2");
        return older ? own.replace(FIELD + ":", "notYet:") : own;
    }

    /** kubectl would take a kind of the same name for the real one. */
    private String renamed(String text) {
        return text.replace("mosaic.dev", group)
                .replace("MosaicCluster", "ChartCluster")
                .replace("mosaiccluster", "chartcluster")
                .replace("MosaicWorkerGroup", "ChartWorkerGroup")
                .replace("mosaicworkergroup", "chartworkergroup");
    }

    /** Those of this test that the API server knows. */
    private List<CustomResourceDefinition> kinds() {
        return cluster.client().apiextensions().v1().customResourceDefinitions().list().getItems().stream()
                .filter(each -> each.getSpec().getGroup().equals(group))
                .toList();
    }

    /** A kind that is deleted before the API server can list its objects stays, terminating, for minutes. */
    private void awaitStorage(CustomResourceDefinition kind) {
        String all = "/apis/" + group + "/v1alpha1/" + kind.getSpec().getNames().getPlural();
        long deadline = System.nanoTime() + Duration.ofSeconds(20).toNanos();
        while (!programs.attempt("kubectl", "get", "--raw", all).isSuccess() && System.nanoTime() - deadline < 0) {
            LockSupport.parkNanos(Duration.ofMillis(100).toNanos());
        }
    }

    private void awaitNoKinds() {
        long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        while (!kinds().isEmpty() && System.nanoTime() - deadline < 0) {
            LockSupport.parkNanos(Duration.ofMillis(100).toNanos());
        }
        assertThat(kinds()).isEmpty();
    }

    private String release() {
        return space.name();
    }

    private Programs.Result helm(String verb, String version, String... more) {
        return programs.attempt(Stream.concat(
                        Stream.of(
                                "helm",
                                verb,
                                release(),
                                folder.resolve(version).toString(),
                                "-n",
                                space.name(),
                                "--set=replicas=0",
                                "--wait"),
                        Stream.of(more))
                .toArray(String[]::new));
    }

    private void succeed(Programs.Result result) {
        assertThat(result.isSuccess()).as("%s", result).isTrue();
    }

    /** With the new field, where the API server is strict. */
    private Programs.Result declare(String name, String spec) {
        return programs.withInput("""
                        apiVersion: %s/v1alpha1
                        kind: ChartCluster
                        metadata: {name: %s}
                        spec: {workerGroups: [%s]}
                        """.formatted(group, name, spec))
                .attempt("kubectl", "apply", "-n", space.name(), "--validate=strict", "-f", "-");
    }

    private String field(String name) {
        return programs.run(
                "kubectl",
                "get",
                "chartclusters." + group,
                name,
                "-n",
                space.name(),
                "-o=jsonpath={.spec.workerGroups[0]." + FIELD + "}");
    }

    @Test
    void shouldBringNewFieldsAndKeepWhatIsDeclared() {
        Programs.Result installed = helm("install", "old");
        succeed(installed);
        assertThat(installed.out()).contains("kubectl wait --for=condition=Ready mc/demo", "watches all namespaces");
        succeed(declare("before", "{name: cpu}"));
        assertThat(declare("later", "{name: cpu, drainTimeout: 5m}").toString())
                .contains("unknown field \"spec.workerGroups[0].drainTimeout\"");

        succeed(helm("upgrade", "new"));
        succeed(declare("later", "{name: cpu, drainTimeout: 5m}"));
        assertThat(field("later")).isEqualTo("5m");
        assertThat(field("before")).as("the default of a field that is new").isEqualTo("1m");

        programs.run("helm", "uninstall", release(), "-n", space.name(), "--wait");
        assertThat(field("later"))
                .as("helm uninstall keeps the kinds and what is declared")
                .isEqualTo("5m");

        succeed(helm("install", "new"));
        assertThat(field("later")).as("the same release takes them over again").isEqualTo("5m");

        succeed(helm("upgrade", "new", "--set=crds.keep=false"));
        assertThat(kinds()).hasSameSizeAs(Crds.NAMES);
        kinds().forEach(this::awaitStorage);
        programs.run("helm", "uninstall", release(), "-n", space.name(), "--wait");
        awaitNoKinds();
    }

    @Test
    void shouldTakeOverKindsThatSomebodyElseInstalled() {
        programs.run(
                "kubectl",
                "apply",
                "--server-side",
                "-f",
                folder.resolve("old/files/crds").toString());
        assertThat(helm("install", "new").toString()).contains("invalid ownership metadata");
        succeed(helm("install", "new", "--take-ownership"));
        succeed(declare("later", "{name: cpu, drainTimeout: 5m}"));
    }

    // ---- rights, as the API server sees them

    /** Clusters that are a job's own are made and deleted by the operator; all else that is declared is only deleted where it says so. */
    @Test
    void shouldGiveTheOperatorAndPeopleTheirRights() {
        succeed(helm("install", "new"));
        String operator = "system:serviceaccount:" + space.name() + ":" + release() + "-operator";
        for (String can : List.of(
                "create  pods",
                "delete  pods",
                "create  secrets",
                "create  persistentvolumeclaims",
                "patch mosaic.dev mosaicclusters",
                "create mosaic.dev mosaicclusters",
                "delete mosaic.dev mosaicclusters",
                "delete mosaic.dev mosaicjobs",
                "patch mosaic.dev tesserae",
                "update mosaic.dev mosaicclusters/finalizers",
                "create policy poddisruptionbudgets",
                "create networking.k8s.io networkpolicies",
                "create events.k8s.io events",
                "update coordination.k8s.io leases")) {
            assertThat(may(operator, can)).as(can).isTrue();
        }
        for (String not : List.of(
                "update mosaic.dev mosaicclusters",
                "create mosaic.dev mosaicjobs",
                "update mosaic.dev mosaicjobs",
                "create mosaic.dev tesserae",
                "delete mosaic.dev tesserae",
                "create  pods/exec",
                "update  pods",
                "get apiextensions.k8s.io customresourcedefinitions",
                "create rbac.authorization.k8s.io roles",
                "list  nodes",
                "list  configmaps",
                "impersonate  users",
                "escalate rbac.authorization.k8s.io clusterroles")) {
            assertThat(may(operator, not)).as(not).isFalse();
        }
        bind("view", "vera");
        bind("edit", "eddie");
        bind("admin", "ada");
        await("vera", "watch mosaic.dev mosaicclusters");
        await("eddie", "create mosaic.dev mosaicclusters");
        await("eddie", "update mosaic.dev mosaicworkergroups/scale");
        await("ada", "update mosaic.dev mosaicclusters/status");
        assertThat(may("vera", "create mosaic.dev mosaicclusters")).isFalse();
        assertThat(may("eddie", "update mosaic.dev mosaicclusters/status")).isFalse();
    }

    private void bind(String role, String person) {
        cluster.client()
                .resource(new RoleBindingBuilder()
                        .withNewMetadata()
                        .withName(person)
                        .withNamespace(space.name())
                        .endMetadata()
                        .withNewRoleRef("rbac.authorization.k8s.io", "ClusterRole", role)
                        .addNewSubject("rbac.authorization.k8s.io", "User", person, null)
                        .build())
                .create();
    }

    /** Kubernetes adds roles to roles a moment later. */
    private void await(String person, String what) {
        long deadline = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        while (!may(person, what) && System.nanoTime() - deadline < 0) {
            LockSupport.parkNanos(Duration.ofMillis(100).toNanos());
        }
        assertThat(may(person, what)).as("%s: %s", person, what).isTrue();
    }

    /**
     * @param what verb, API group and resource, with a blank between them
     */
    private boolean may(String who, String what) {
        String[] words = what.split(" ", -1);
        String[] resource = words[2].split("/", -1);
        return cluster.client()
                .resource(new SubjectAccessReviewBuilder()
                        .withNewSpec()
                        .withUser(who)
                        .withNewResourceAttributes()
                        .withNamespace(space.name())
                        .withVerb(words[0])
                        .withGroup(words[1])
                        .withResource(resource[0])
                        .withSubresource(resource.length > 1 ? resource[1] : "")
                        .endResourceAttributes()
                        .endSpec()
                        .build())
                .create()
                .getStatus()
                .getAllowed();
    }

    /** The namespace enforces {@code restricted}. */
    @Test
    void shouldMakePodsThatPassPodSecurity() {
        succeed(helm("install", "new"));
        Deployment deployment = cluster.client()
                .apps()
                .deployments()
                .inNamespace(space.name())
                .withName(release() + "-operator")
                .get();
        assertThat(cluster.client()
                        .resource(new PodBuilder()
                                .withNewMetadata()
                                .withName("operator")
                                .withNamespace(space.name())
                                .endMetadata()
                                .withSpec(deployment.getSpec().getTemplate().getSpec())
                                .build())
                        .dryRun()
                        .create())
                .isNotNull();
        String hooks = programs.run("helm", "get", "hooks", release(), "-n", space.name());
        assertThat(programs.withInput(hooks)
                        .run("kubectl", "create", "--dry-run=server", "-n", space.name(), "-f", "-"))
                .contains("-operator-test created (server dry run)");
    }
}
