package dev.mosaic.crd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.FieldValidateable;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a real API server makes of the definitions. */
class ApiServerTest {
    private static final KubernetesSerialization KUBERNETES = new KubernetesSerialization();
    private static Cluster cluster;
    private static TestNamespace space;

    /** Before each, so that each is skipped by name where there is none. */
    @BeforeEach
    void find() {
        if (space == null) {
            cluster = Cluster.any().withCrds();
            space = cluster.namespace("crds");
        }
    }

    @AfterAll
    static void leaveNothing() {
        if (space != null) {
            space.close();
        }
    }

    // ---- what it takes

    @ParameterizedTest
    @MethodSource("dev.mosaic.crd.Samples#all")
    void shouldTakeTheSamplesAndFillInWhatTheModelHasForDefaults(String file, Class<? extends HasMetadata> type) {
        HasMetadata sample = KUBERNETES.unmarshal(Samples.text(file), type);
        GenericKubernetesResource stored =
                create(KUBERNETES.unmarshal(Samples.text(file), GenericKubernetesResource.class));
        HasMetadata back = KUBERNETES.unmarshal(KUBERNETES.asYaml(stored), type);
        back.setMetadata(sample.getMetadata());
        assertThat(back).isEqualTo(sample);
        if (back instanceof MosaicCluster mosaic && file.contains("minimal")) {
            assertThat(mosaic.getSpec()).isEqualTo(MosaicClusterSpec.DEFAULT);
            assertThat(stored.<Object>get("spec", "warehouse", "disk", "size")).isEqualTo("10Gi");
        }
    }

    /** But those with kinds that not every Kubernetes has. */
    static Stream<Path> examples() throws IOException {
        try (Stream<Path> all = Files.walk(Path.of("..", "examples"))) {
            return all
                    .filter(each -> each.toString().endsWith(".yaml")
                            && !each.toString().contains("target")
                            && !each.endsWith("gateway.yaml"))
                    .toList()
                    .stream();
        }
    }

    @ParameterizedTest
    @MethodSource("examples")
    void shouldTakeWhatIsInTheExamples(Path file) throws IOException {
        assertThat(cluster.programs()
                        .run(
                                "kubectl",
                                "apply",
                                "--dry-run=server",
                                "--validate=strict",
                                "-n",
                                space.name(),
                                "-f",
                                file.toString()))
                .contains("created (server dry run)");
    }

    /** The API server answers as if it had made it. */
    private static GenericKubernetesResource create(GenericKubernetesResource resource) {
        return cluster.client()
                .resource(resource)
                .inNamespace(space.name())
                .dryRun()
                .fieldValidation(FieldValidateable.Validation.STRICT)
                .create();
    }

    /** As a queue does it: where to run is said when the job is let go, and taken back when it is held again. */
    @Test
    void shouldTakeAnotherPlaceForAJobThatIsSuspended() {
        String head = "apiVersion: mosaic.dev/v1alpha1\nkind: MosaicJob\nmetadata: {name: queued, namespace: "
                + space.name() + "}\n";
        List<String> specs = List.of(
                "{suspend: true, clusterRef: {name: a}, main: {className: A, args: [x]}}",
                "{suspend: false, clusterRef: {name: a}, main: {className: A, args: [x], nodeSelector: {flavor: spot}, tolerations: [{key: spot, operator: Exists}]}}",
                "{suspend: true, clusterRef: {name: a}, main: {className: A, args: [x]}}",
                "{suspend: false, clusterRef: {name: a}, main: {className: A, args: [x], nodeSelector: {flavor: sure}}}");
        try {
            for (String spec : specs) {
                GenericKubernetesResource job =
                        KUBERNETES.unmarshal(head + "spec: " + spec, GenericKubernetesResource.class);
                var at = cluster.client().resource(job);
                GenericKubernetesResource there = at.get();
                if (there != null) {
                    job.getMetadata().setResourceVersion(there.getMetadata().getResourceVersion());
                    at = cluster.client().resource(job);
                }
                GenericKubernetesResource taken = there == null ? at.create() : at.update();
                assertThat(taken.<Object>get("spec", "main", "nodeSelector"))
                        .as(spec)
                        .isEqualTo(job.get("spec", "main", "nodeSelector"));
            }
        } finally {
            cluster.client()
                    .genericKubernetesResources("mosaic.dev/v1alpha1", "MosaicJob")
                    .inNamespace(space.name())
                    .withName("queued")
                    .delete();
        }
    }

    @Test
    void shouldTakeADefaultDiskAgainAndAgain() {
        MosaicCluster made = new MosaicCluster();
        made.setMetadata(new ObjectMetaBuilder()
                .withName("again")
                .withNamespace(space.name())
                .build());
        cluster.client().resource(made).create();
        cluster.client().resource(made).forceConflicts().serverSideApply();
        cluster.client().resource(made).delete();
    }

    // ---- what it refuses

    static Stream<Arguments> refused() throws IOException {
        return StreamSupport.stream(
                        Samples.YAML.readTree(Samples.text("refused.yaml")).spliterator(), false)
                .map(each -> Arguments.of(each.path("what").asText(), each));
    }

    @Test
    void shouldKnowManyWaysToBeWrong() throws IOException {
        assertThat(refused().map(each -> each.get()[0])).hasSizeGreaterThan(60).doesNotHaveDuplicates();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("refused")
    void shouldRefuseWithAMessageThatHelps(String what, JsonNode row) {
        KubernetesClientException refusal =
                catchThrowableOfType(KubernetesClientException.class, () -> makeOrChange(row));
        assertThat(refusal).as(what).isNotNull();
        assertThat(refusal.getCode()).as(refusal.getMessage()).isIn(400, 422);
        assertThat(refusal.getMessage()).contains(row.path("says").asText());
    }

    private static void makeOrChange(JsonNode row) {
        if (!row.has("before")) {
            create(resource(row, row.path("spec")));
            return;
        }
        GenericKubernetesResource made = cluster.client()
                .resource(resource(row, row.path("before")))
                .inNamespace(space.name())
                .create();
        try {
            GenericKubernetesResource changed = resource(row, row.path("spec"));
            changed.setMetadata(made.getMetadata());
            cluster.client().resource(changed).dryRun().update();
        } finally {
            cluster.client().resource(made).delete();
        }
    }

    private static GenericKubernetesResource resource(JsonNode row, JsonNode spec) {
        ObjectNode made = Samples.YAML.createObjectNode();
        made.put("apiVersion", MosaicCluster.GROUP + "/" + MosaicCluster.VERSION);
        made.put("kind", row.path("kind").asText("MosaicCluster"));
        made.putObject("metadata").put("name", row.path("name").asText("demo"));
        if (!spec.isMissingNode()) {
            made.set("spec", spec);
        }
        return KUBERNETES.convertValue(made, GenericKubernetesResource.class);
    }

    // ---- what people see

    @ParameterizedTest
    @ValueSource(
            strings = {
                "mosaicclusters",
                "mc.spec",
                "mosaiccluster.spec.workerGroups",
                "mosaiccluster.spec.workerGroups.accelerator",
                "mosaiccluster.spec.autoscaling",
                "mosaiccluster.spec.warehouse.objectStore",
                "mosaiccluster.status.conditions",
                "mj",
                "mosaicjob.spec.main",
                "mosaicjob.spec.clusterTemplate.workerGroups",
                "mosaicjob.status.attempts",
                "tess",
                "tessera.spec.code.artifacts",
                "tessera.status",
                "mwg.spec"
            })
    void shouldExplain(String path) {
        assertThat(cluster.programs().run("kubectl", "explain", path))
                .contains("GROUP:      mosaic.dev", "DESCRIPTION:", "FIELDS:")
                .doesNotContain("<empty>", "no description");
    }

    @Test
    void shouldTeachAboutWorkerGroups() {
        assertThat(cluster.programs().run("kubectl", "explain", "mosaiccluster.spec.workerGroups"))
                .contains(
                        "Groups of workers, each of pods that are all the same.",
                        "<string> -required-",
                        "Worker processes in each pod",
                        "<Object>");
        assertThat(cluster.programs().run("kubectl", "explain", "mosaiccluster.spec.warehouse.disk.type"))
                .containsPattern("ENUM:\\s+EmptyDir\\s+None\\s+PersistentVolume");
    }

    @Test
    void shouldTellTheStoryInColumnsAndLetPeopleWait() {
        MosaicCluster made = new MosaicCluster();
        made.setMetadata(new ObjectMetaBuilder()
                .withName("story")
                .withNamespace(space.name())
                .build());
        cluster.client().resource(made).create();
        made.setStatus(new MosaicClusterStatus(
                1L,
                Phase.READY,
                List.of(condition("Ready"), condition("HeadReady")),
                "0.1.0",
                "abc",
                new HeadStatus("story-head-x", "story-head", 0),
                new WarehouseStatus(1, 1),
                new WorkersStatus(3, 2, 4),
                List.of(new WorkerGroupStatus("gpu", 3, 2, "0/1 nodes are available")),
                new Endpoints("tcp://a:7600", "mosaic://a:7601", "http://a:7680", "https://a:7681"),
                null));
        MosaicCluster stored = cluster.client().resource(made).updateStatus();
        assertThat(stored.getStatus()).isEqualTo(made.getStatus());

        Programs programs = cluster.programs();
        assertThat(programs.run("kubectl", "get", "mc", "-n", space.name()))
                .containsPattern("NAME +PHASE +HEAD +WORKERS +WANTED +GPUS +VERSION +AGE\n")
                .containsPattern("story +Ready +True +2 +3 +4 +0\\.1\\.0 ");
        assertThat(programs.run("kubectl", "get", "mosaic", "-n", space.name())).contains("story");
        assertThat(programs.run(
                        "kubectl", "wait", "-n", space.name(), "--for=condition=Ready", "mc/story", "--timeout=10s"))
                .contains("condition met");
        cluster.client().resource(made).delete();
    }

    private static Condition condition(String type) {
        return new Condition(type, ConditionStatus.TRUE, 1L, "2026-01-31T12:00:00Z", "AllReady", "");
    }

    /** What a queue does, and what a person may still do. */
    @Test
    void shouldLetAJobBeHeldAndItsTimesChange() {
        MosaicJob job = KUBERNETES.unmarshal(Samples.text("mosaicjob-minimal.yaml"), MosaicJob.class);
        job.getMetadata().setNamespace(space.name());
        cluster.client().resource(job).create();
        for (String change : List.of(
                "{\"suspend\": true}",
                "{\"suspend\": false, \"activeDeadline\": \"1h\"}",
                "{\"activeDeadline\": null, \"ttlAfterFinished\": \"1m\"}")) {
            cluster.programs()
                    .run(
                            "kubectl",
                            "patch",
                            "mj/demo",
                            "-n",
                            space.name(),
                            "--type=merge",
                            "--patch",
                            "{\"spec\": " + change + "}");
        }
        assertThat(cluster.programs().run("kubectl", "get", "mj", "-n", space.name()))
                .containsPattern("NAME +PHASE +CLUSTER +ATTEMPTS +FAILURES +MAIN +ENDED +AGE\n")
                .contains("com.example.Main");
        cluster.client().resource(job).delete();
    }

    @Test
    void shouldLetPeopleScaleAGroup() {
        MosaicWorkerGroup group = new MosaicWorkerGroup();
        group.setMetadata(new ObjectMetaBuilder()
                .withName("demo-cpu")
                .withNamespace(space.name())
                .build());
        group.setSpec(new MosaicWorkerGroupSpec("demo", "cpu", 1));
        cluster.client().resource(group).create();
        group.setStatus(new MosaicWorkerGroupStatus(
                1L, 1, 1, 0, 0, 1, 0, 1, "abc", "0.1.0", "mosaic.dev/group=cpu", Map.of(), List.of()));
        cluster.client().resource(group).updateStatus();

        cluster.programs().run("kubectl", "scale", "mwg/demo-cpu", "--replicas=5", "-n", space.name());
        assertThat(cluster.client().resource(group).get().getSpec().replicas()).isEqualTo(5);
        assertThat(cluster.client().resource(group).scale().getStatus().getSelector())
                .isEqualTo("mosaic.dev/group=cpu");
        cluster.client().resource(group).delete();
    }

    @Test
    void shouldLetPeopleStopATesseraAndBringItBack() {
        Tessera tessera = KUBERNETES.unmarshal(Samples.text("tessera-minimal.yaml"), Tessera.class);
        tessera.setMetadata(new ObjectMetaBuilder()
                .withName("counter")
                .withNamespace(space.name())
                .build());
        cluster.client().resource(tessera).create();
        tessera.setStatus(new TesseraStatus(
                1L, TesseraPhase.RUNNING, 1, null, null, 0, 3L, "2026-01-31T12:00:00Z", null, null, List.of()));
        cluster.client().resource(tessera).updateStatus();
        String name = "tess/counter";
        assertThat(cluster.client().resource(tessera).scale().getStatus().getReplicas())
                .isEqualTo(1);
        assertThat(cluster.programs().run("kubectl", "get", name, "-o", "wide", "-n", space.name()))
                .containsPattern(
                        "NAME +PHASE +READY +CLUSTER +CLASS +POD +RESTARTS +INCARNATION +SNAPSHOT +MESSAGE +AGE\n");

        cluster.programs().run("kubectl", "scale", name, "--replicas=0", "-n", space.name());
        assertThat(cluster.client().resource(tessera).get().getSpec().replicas())
                .isZero();
        cluster.programs().run("kubectl", "scale", name, "--replicas=1", "-n", space.name());
        assertThat(cluster.client().resource(tessera).get().getSpec().replicas())
                .isEqualTo(1);
        assertThat(cluster.programs()
                        .attempt("kubectl", "scale", name, "--replicas=2", "-n", space.name())
                        .err())
                .contains("spec.replicas");
        cluster.client().resource(tessera).delete();
    }
}
