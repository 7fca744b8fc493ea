package dev.mosaic.operator.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.crd.Condition;
import dev.mosaic.crd.ConditionStatus;
import dev.mosaic.crd.MosaicCluster;
import dev.mosaic.crd.MosaicClusterStatus;
import dev.mosaic.crd.MosaicWorkerGroup;
import dev.mosaic.crd.MosaicWorkerGroupSpec;
import dev.mosaic.crd.MosaicWorkerGroupStatus;
import dev.mosaic.crd.Phase;
import dev.mosaic.operator.Given;
import dev.mosaic.operator.reason.Reason;
import dev.mosaic.operator.snapshot.ClusterSnapshot;
import dev.mosaic.operator.snapshot.Rest;
import dev.mosaic.operator.validate.Problem;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a cluster says about itself, by what there is. */
class ClusterStatusesTest {
    private static final String SPEC = "workerGroups: [{name: one, replicas: 2}]";

    @ParameterizedTest
    @CsvSource({
        // head, warehouse, ready workers of 2, was provisioned; phase, Ready, why
        "none,  0, 0, false, PENDING,      FALSE, HeadNotReady",
        "not,   0, 0, false, PENDING,      FALSE, HeadNotReady",
        "ready, 0, 0, false, PROVISIONING, FALSE, WarehouseNotReady",
        "ready, 1, 1, false, PROVISIONING, FALSE, WorkersNotReady",
        "ready, 1, 2, false, READY,        TRUE,  AllReady",
        "ready, 1, 1, true,  PROVISIONING, FALSE, WorkersNotReady",
        "not,   1, 2, true,  DEGRADED,     FALSE, HeadNotReady",
        "ready, 0, 2, true,  DEGRADED,     FALSE, WarehouseNotReady",
    })
    void shouldTellItsPhase(
            String head,
            int warehouse,
            int workers,
            boolean provisioned,
            Phase phase,
            ConditionStatus ready,
            String why) {
        MosaicClusterStatus status = status(snapshot(head, warehouse, workers, provisioned), List.of(), List.of());

        assertThat(status.phase()).isEqualTo(phase);
        Condition condition = status.condition("Ready").orElseThrow();
        assertThat(condition.status()).isEqualTo(ready);
        assertThat(condition.reason()).isEqualTo(why);
        assertThat(condition.observedGeneration()).isEqualTo(3);
        assertThat(status.workers().ready()).isEqualTo(workers);
        assertThat(status.workers().desired()).isEqualTo(2);
        assertThat(status.endpoints().mesh()).isEqualTo("tcp://demo-head.lab.svc:7600");
        assertThat(status.version())
                .as("where no pod is there none runs")
                .isEqualTo(head.equals("none") ? null : "0.1.0");
    }

    @Test
    void shouldSayTheVersionsThatRunAndNotTheOneThatIsWanted() {
        ClusterSnapshot old = snapshot("ready", 1, 2, true);
        Pod newer = new PodBuilder(
                        image(Given.pod("demo-warehouse-0", "r", true, 9), "r.example:5000/runtime:0.2.0@sha256:ab"))
                .build();
        ClusterSnapshot mixed = new ClusterSnapshot(
                old.cluster(),
                old.heads(),
                old.settings(),
                List.of(newer),
                old.groups(),
                old.keys(),
                old.authority(),
                old.secrets(),
                Optional.of("registry.example/mosaic/runtime:0.3.0"),
                old.now(),
                old.volume());
        assertThat(status(mixed, List.of(), List.of()).version()).isEqualTo("mixed: 0.1.0, 0.2.0");
    }

    @Test
    void shouldBeReadyWithTheFewestOfAnAutoscaledGroup() {
        for (int ready : List.of(0, 1)) {
            MosaicClusterStatus status = status(
                    snapshot(SPEC.replace("name: one", "name: one, minReplicas: 1, maxReplicas: 5"), ready),
                    List.of(),
                    List.of());
            assertThat(status.condition("Ready").orElseThrow().status())
                    .as("%d of 2 are ready, 1 is the fewest", ready)
                    .isEqualTo(ready == 1 ? ConditionStatus.TRUE : ConditionStatus.FALSE);
        }
    }

    /** As kubectl scale or an autoscaler of others does it. */
    @Test
    void shouldStayReadyWhileAGroupGrows() {
        MosaicCluster cluster = Given.cluster(SPEC);
        cluster.setStatus(status(snapshot(cluster, "ready", 1, 2, false), List.of(), List.of()));
        assertThat(isReadyWith(cluster, 9, 2)).as("it grows").isTrue();
        assertThat(isReadyWith(cluster, 9, 1)).as("one is lost meanwhile").isFalse();
        assertThat(isReadyWith(cluster, 1, 1)).as("it shrinks").isTrue();
    }

    private static boolean isReadyWith(MosaicCluster cluster, int replicas, int ready) {
        ClusterSnapshot snapshot = snapshot(cluster, "ready", 1, ready, false);
        MosaicWorkerGroup group = snapshot.groups().getFirst();
        group.setSpec(group.getSpec().withReplicas(replicas));
        return status(snapshot, List.of(), List.of())
                        .condition("Ready")
                        .orElseThrow()
                        .status()
                == ConditionStatus.TRUE;
    }

    @Test
    void shouldSayThatItIsPausedAndKeepAllElse() {
        MosaicCluster cluster = Given.cluster(SPEC);
        MosaicClusterStatus before = status(snapshot(cluster, "ready", 1, 2, false), List.of(), List.of());
        cluster.setStatus(before);
        MosaicClusterStatus paused = ClusterStatuses.paused(cluster, Given.NOW);
        assertThat(paused.condition("Paused").orElseThrow().status()).isEqualTo(ConditionStatus.TRUE);
        assertThat(paused.conditions()).containsAll(before.conditions());
        assertThat(paused.withConditions(before.conditions())).isEqualTo(before);
        cluster.setStatus(paused);
        assertThat(status(snapshot(cluster, "ready", 1, 2, false), List.of(), List.of())
                        .condition("Paused"))
                .isEmpty();
    }

    @Test
    void shouldSayWhatASpecLacks() {
        MosaicClusterStatus status = status(
                snapshot("none", 0, 0, false), List.of(new Problem(Reason.SECRET_NOT_FOUND, "no s3")), List.of());

        assertThat(status.phase()).isEqualTo(Phase.FAILED);
        assertThat(status.condition("Accepted").orElseThrow().reason()).isEqualTo("SecretNotFound");
        assertThat(status.condition("Ready").orElseThrow().reason()).isEqualTo("NotAccepted");
        assertThat(status.head()).isNull();
        assertThat(status.condition("Degraded").orElseThrow().reason()).isEqualTo("SecretNotFound");
    }

    /** As after a rollback of the operator: its pods run on. */
    @Test
    void shouldCountTheWorkersOfAClusterWhoseSpecCannotBeReadAnyMore() {
        MosaicCluster cluster = Given.cluster("workerGroups: [{name: one, replicas: many}]");
        MosaicClusterStatus status = status(
                snapshot(cluster, "ready", 1, 2, true),
                List.of(new Problem(Reason.UNREADABLE, "spec.workerGroups[0].replicas: \"many\" is not a number")),
                List.of());

        assertThat(status.workers().ready()).isEqualTo(2);
        assertThat(status.workers().desired()).isEqualTo(2);
        assertThat(status.workerGroups()).extracting(each -> each.name()).containsExactly("one");
        assertThat(status.phase()).isEqualTo(Phase.DEGRADED);
    }

    @Test
    void shouldSayWhyTheWarehouseIsNotReady() {
        MosaicCluster cluster = Given.cluster(SPEC);
        Pod pod = Given.pod("demo-warehouse-0", "r", false, 9);

        assertThat(warehouseWords(Given.snapshot(cluster, List.of(), List.of(), List.of())))
                .isEqualTo("there is no pod yet");
        assertThat(warehouseWords(Given.snapshot(cluster, List.of(), List.of(pod), List.of())))
                .isEqualTo("pod demo-warehouse-0 is not ready yet");
        assertThat(warehouseWords(Given.snapshot(cluster, List.of(), List.of(Given.ended(pod, 3)), List.of())))
                .isEqualTo("pod demo-warehouse-0: it ended: exit code 137");
    }

    private static String warehouseWords(ClusterSnapshot snapshot) {
        return status(snapshot, List.of(), List.of())
                .condition("WarehouseReady")
                .orElseThrow()
                .message();
    }

    @Test
    void shouldSayWhatTheApiServerRefused() {
        MosaicClusterStatus status = status(
                snapshot("ready", 1, 2, true), List.of(), List.of(new Refusal(Reason.WRITE_REFUSED, "exceeded quota")));

        assertThat(status.condition("Degraded").orElseThrow().status()).isEqualTo(ConditionStatus.TRUE);
        assertThat(status.condition("Degraded").orElseThrow().message()).isEqualTo("exceeded quota");
    }

    @Test
    void shouldSayWhyAPodDoesNotRun() {
        Pod stuck = new PodBuilder(Given.pod("demo-head-x", "r", false, 5))
                .editStatus()
                .addNewContainerStatus()
                .withName("mosaic")
                .withNewState()
                .withNewWaiting()
                .withReason("ImagePullBackOff")
                .withMessage("no such image")
                .endWaiting()
                .endState()
                .endContainerStatus()
                .endStatus()
                .build();
        ClusterSnapshot snapshot = snapshot("none", 0, 0, false).withPods(List.of(stuck), List.of());

        MosaicClusterStatus status = status(snapshot, List.of(), List.of());

        assertThat(status.condition("HeadReady").orElseThrow().message())
                .isEqualTo("pod demo-head-x: ImagePullBackOff no such image");
        assertThat(status.condition("Degraded").orElseThrow().reason()).isEqualTo("ImageNotPulled");
    }

    @ParameterizedTest
    @CsvSource({
        "WriteRefused, TRUE",
        "CrashLoop, TRUE",
        "ImageNotPulled, TRUE",
        "PodFailed, TRUE",
        "Unschedulable, FALSE",
        "WorkersNotReady, FALSE"
    })
    void shouldBeDegradedWherePodsOfAGroupAreNotAdmittedOrCrash(String reason, ConditionStatus degraded) {
        ClusterSnapshot snapshot = Given.snapshot(
                Given.cluster(SPEC),
                List.of(image(Given.pod("demo-head-x", "r", true, 9), Given.IMAGE)),
                List.of(Given.pod("demo-warehouse-0", "r", true, 9)),
                List.of(group(1, reason)));

        Condition said =
                status(snapshot, List.of(), List.of()).condition("Degraded").orElseThrow();

        assertThat(said.status()).isEqualTo(degraded);
        assertThat(said.reason()).isEqualTo(degraded == ConditionStatus.TRUE ? reason : "AsDeclared");
        assertThat(said.message())
                .isEqualTo(degraded == ConditionStatus.TRUE ? "group one: pod x: Insufficient nvidia.com/gpu" : "");
    }

    @Test
    void shouldPassOnTheWordsOfAGroup() {
        MosaicClusterStatus status = status(snapshot("ready", 1, 1, false), List.of(), List.of());

        assertThat(status.workerGroups()).singleElement().satisfies(group -> {
            assertThat(group.desired()).isEqualTo(2);
            assertThat(group.message()).isEqualTo("pod x: Insufficient nvidia.com/gpu");
        });
        assertThat(status.condition("Ready").orElseThrow().message())
                .isEqualTo("group one: pod x: Insufficient nvidia.com/gpu");
    }

    /** So that nothing is written where nothing changed. */
    @Test
    void shouldBeTheSameForTheSame() {
        ClusterSnapshot snapshot = snapshot("ready", 1, 2, false);
        MosaicClusterStatus status = status(snapshot, List.of(), List.of());
        snapshot.cluster().setStatus(status);
        MosaicClusterStatus later = status(later(snapshot), List.of(), List.of());

        assertThat(later).isEqualTo(status);
    }

    private static ClusterSnapshot later(ClusterSnapshot snapshot) {
        return new ClusterSnapshot(
                snapshot.cluster(),
                snapshot.heads(),
                snapshot.settings(),
                snapshot.warehouse(),
                snapshot.groups(),
                snapshot.keys(),
                snapshot.authority(),
                snapshot.secrets(),
                snapshot.operatorsImage(),
                snapshot.now().plusSeconds(100),
                snapshot.volume());
    }

    private static MosaicClusterStatus status(
            ClusterSnapshot snapshot, List<Problem> problems, List<Refusal> refusals) {
        return ClusterStatuses.of(snapshot, problems, refusals, Optional.empty(), Rest.NONE);
    }

    private static Pod image(Pod pod, String image) {
        return new PodBuilder(pod)
                .withNewSpec()
                .addNewContainer()
                .withName("mosaic")
                .withImage(image)
                .endContainer()
                .endSpec()
                .build();
    }

    private static ClusterSnapshot snapshot(String spec, int workers) {
        return snapshot(Given.cluster(spec), "ready", 1, workers, false);
    }

    private static ClusterSnapshot snapshot(String head, int warehouse, int workers, boolean provisioned) {
        return snapshot(Given.cluster(SPEC), head, warehouse, workers, provisioned);
    }

    private static ClusterSnapshot snapshot(
            MosaicCluster cluster, String head, int warehouse, int workers, boolean provisioned) {
        if (provisioned) {
            Condition was =
                    new Condition("Provisioned", ConditionStatus.TRUE, 1L, Given.NOW.toString(), "Provisioned", "");
            cluster.setStatus(new MosaicClusterStatus(
                    1L, Phase.READY, List.of(was), null, null, null, null, null, List.of(), null, null));
        }
        List<Pod> heads = head.equals("none")
                ? List.of()
                : List.of(image(Given.pod("demo-head-x", "r", head.equals("ready"), 9), Given.IMAGE));
        return Given.snapshot(
                cluster, heads, List.of(Given.pod("demo-warehouse-0", "r", warehouse > 0, 9)), List.of(group(workers)));
    }

    private static MosaicWorkerGroup group(int ready) {
        return group(ready, "AllReady");
    }

    private static MosaicWorkerGroup group(int ready, String reason) {
        MosaicWorkerGroup group = new MosaicWorkerGroup();
        group.getMetadata().setName("demo-one");
        group.setSpec(new MosaicWorkerGroupSpec("demo", "one", 2));
        Condition condition = new Condition(
                "Ready",
                ready == 2 ? ConditionStatus.TRUE : ConditionStatus.FALSE,
                1L,
                Given.NOW.toString(),
                reason,
                "pod x: Insufficient nvidia.com/gpu");
        group.setStatus(new MosaicWorkerGroupStatus(
                1L, 2, ready, 2 - ready, 0, null, 0, 2, "r", null, "a=b", Map.of(), List.of(condition)));
        return group;
    }
}
