package dev.mosaic.operator.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.crd.Condition;
import dev.mosaic.crd.ConditionStatus;
import dev.mosaic.crd.MosaicWorkerGroup;
import dev.mosaic.crd.MosaicWorkerGroupSpec;
import dev.mosaic.crd.MosaicWorkerGroupStatus;
import dev.mosaic.operator.Given;
import dev.mosaic.operator.reason.Reason;
import dev.mosaic.operator.snapshot.GroupSnapshot;
import dev.mosaic.operator.snapshot.ScaleView;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a group says about itself, by its pods. */
class GroupStatusesTest {
    @Test
    void shouldCountPodsAndTheirDevices() {
        MosaicWorkerGroupStatus status = status(
                2,
                Given.pod("a", "r", true, 9),
                Given.pod("b", "r", true, 9),
                Given.ended(Given.pod("c", "r", true, 9), 1));

        assertThat(status.replicas()).isEqualTo(2);
        assertThat(status.readyReplicas()).isEqualTo(2);
        assertThat(status.accelerators()).isEqualTo(4);
        assertThat(status.selector()).isEqualTo("mosaic.dev/cluster=demo,mosaic.dev/group=gpu");
        assertThat(is(status, "Ready")).isEqualTo(ConditionStatus.TRUE);
        assertThat(is(status, "Progressing")).isEqualTo(ConditionStatus.FALSE);
    }

    @Test
    void shouldSayWhatTheSchedulerSays() {
        Pod waits = unplaced("b", 9);

        MosaicWorkerGroupStatus status = status(2, Given.pod("a", "r", true, 9), waits);

        Condition ready = status.condition("Ready").orElseThrow();
        assertThat(ready.reason()).isEqualTo("Unschedulable");
        assertThat(ready.message())
                .isEqualTo("1 of 2 pods are ready; pod b: 0/1 nodes are available: 1 Insufficient nvidia.com/gpu.");
        assertThat(is(status, "Unschedulable"))
                .as("a node may be on its way, for the time of provisionTimeout")
                .isEqualTo(ConditionStatus.FALSE);
    }

    @Test
    void shouldSayThatPodsFindNoNodeWhenTheTimeToProvideOneIsOver() {
        Pod early = unplaced("early", 599);
        assertThat(is(status(2, Given.pod("a", "r", true, 700), early), "Unschedulable"))
                .isEqualTo(ConditionStatus.FALSE);
        assertThat(GroupStatuses.lookAgain(snapshot(2, Given.pod("a", "r", true, 700), early)))
                .contains(Duration.ofSeconds(1));

        Pod late = unplaced("late", 600);
        Condition said = status(3, Given.pod("a", "r", true, 700), early, late)
                .condition("Unschedulable")
                .orElseThrow();
        assertThat(said.status()).isEqualTo(ConditionStatus.TRUE);
        assertThat(said.message()).isEqualTo("pod late: 0/1 nodes are available: 1 Insufficient nvidia.com/gpu.");
        assertThat(GroupStatuses.lookAgain(snapshot(1, late))).isEmpty();
        assertThat(is(status(1, Given.pod("late", "r", true, 700)), "Unschedulable"))
                .isEqualTo(ConditionStatus.FALSE);
    }

    @Test
    void shouldSayThatThereAreTooMany() {
        Condition ready = status(0, Given.pod("a", "r", true, 9), Given.pod("b", "r", true, 9))
                .condition("Ready")
                .orElseThrow();
        assertThat(ready.status()).isEqualTo(ConditionStatus.FALSE);
        assertThat(ready.message()).isEqualTo("0 are wanted, 2 are there: what is too many is being removed");
    }

    private static Pod unplaced(String name, long seconds) {
        return new PodBuilder(Given.pod(name, "r", false, seconds))
                .editStatus()
                .addNewCondition()
                .withType("PodScheduled")
                .withStatus("False")
                .withReason("Unschedulable")
                .withMessage("0/1 nodes are available: 1 Insufficient nvidia.com/gpu.")
                .endCondition()
                .endStatus()
                .build();
    }

    @Test
    void shouldSayThatPodsAreReplaced() {
        MosaicWorkerGroupStatus status = status(2, Given.pod("a", "r", true, 9), Given.pod("b", "old", true, 9));

        assertThat(status.condition("Progressing").orElseThrow().reason()).isEqualTo("RollingUpdate");
        assertThat(is(status, "Ready")).isEqualTo(ConditionStatus.TRUE);
    }

    @Test
    void shouldSayThatNothingGetsOnAndTakeItBackWhenItDoes() {
        Pod bad = Given.pod("bad", "r", false, 1_000);
        Pod good = Given.pod("good", "old", true, 2_000);

        assertThat(progress(true, "RollingUpdate", 899, bad, good)).isEqualTo("RollingUpdate");
        assertThat(progress(true, "RollingUpdate", 901, bad, good)).isEqualTo("ProgressDeadlineExceeded");
        assertThat(progress(false, "ProgressDeadlineExceeded", 100, bad, good)).isEqualTo("ProgressDeadlineExceeded");
        Pod gotReady = new PodBuilder(Given.pod("new", "r", true, 60))
                .editStatus()
                .editFirstCondition()
                .withLastTransitionTime(Given.NOW.minusSeconds(50).toString())
                .endCondition()
                .endStatus()
                .build();
        assertThat(progress(false, "ProgressDeadlineExceeded", 100, gotReady, good))
                .isEqualTo("RollingUpdate");
        assertThat(progress(true, "RollingUpdate", 2_000, gotReady, good)).isEqualTo("RollingUpdate");
        assertThat(progress(true, "Provisioning", 2_000, Given.ending(good, Given.NOW.plusSeconds(600)), bad))
                .as("drains still")
                .isEqualTo("Provisioning");
    }

    /** The reason, where the condition was so for so long. */
    private static String progress(boolean was, String reason, long seconds, Pod... pods) {
        GroupSnapshot snapshot = new GroupSnapshot(
                group(2),
                Optional.of(Given.fresh(Given.cluster("workerGroups: [{name: gpu}]"))),
                List.of(pods),
                Optional.empty(),
                Given.NOW);
        snapshot.group()
                .setStatus(Given.read(
                                """
                        status:
                          revision: r
                          conditions:
                          - {type: Progressing, status: "%s", reason: %s, lastTransitionTime: "%s", message: ""}
                        """.formatted(was ? "True" : "False", reason, Given.NOW.minusSeconds(seconds)),
                                MosaicWorkerGroup.class)
                        .getStatus());
        return GroupStatuses.of(snapshot, List.of(), List.of(), Optional.of("r"))
                .condition("Progressing")
                .orElseThrow()
                .reason();
    }

    @Test
    void shouldSayThatItHasNoCluster() {
        MosaicWorkerGroupStatus status = GroupStatuses.of(
                new GroupSnapshot(group(1), Optional.empty(), List.of(), Optional.empty(), Given.NOW),
                List.of(),
                List.of(),
                Optional.empty());

        assertThat(status.condition("Ready").orElseThrow().reason()).isEqualTo("ClusterNotFound");
    }

    @Test
    void shouldKeepWhatAPodOffersUntilPodsAreMadeOfSomethingElse() {
        Map<String, Quantity> one = Map.of("gpu", new Quantity("1"));
        MosaicWorkerGroupStatus heard = offered(null, new ScaleView(true, Reason.AUTOSCALED, "", Optional.of(0), one));
        assertThat(heard.offer()).isEqualTo(one);
        ScaleView silent = new ScaleView(true, Reason.AUTOSCALED, "", Optional.of(0), Map.of());
        assertThat(offered(heard, silent).offer())
                .as("another operator has heard of no pod yet")
                .isEqualTo(one);
        MosaicWorkerGroup changed = group(1);
        changed.setStatus(heard);
        assertThat(GroupStatuses.of(
                                snapshot(changed).withScaling(Optional.of(silent)),
                                List.of(),
                                List.of(),
                                Optional.of("other"))
                        .offer())
                .isEmpty();
    }

    private static MosaicWorkerGroupStatus offered(@Nullable MosaicWorkerGroupStatus before, ScaleView view) {
        MosaicWorkerGroup group = group(1);
        group.setStatus(before);
        return GroupStatuses.of(snapshot(group).withScaling(Optional.of(view)), List.of(), List.of(), Optional.of("r"));
    }

    private static ConditionStatus is(MosaicWorkerGroupStatus status, String type) {
        return status.condition(type).orElseThrow().status();
    }

    private static MosaicWorkerGroupStatus status(int replicas, Pod... pods) {
        return GroupStatuses.of(snapshot(replicas, pods), List.of(), List.of(), Optional.of("r"));
    }

    private static GroupSnapshot snapshot(int replicas, Pod... pods) {
        return snapshot(group(replicas), pods);
    }

    private static GroupSnapshot snapshot(MosaicWorkerGroup group, Pod... pods) {
        return new GroupSnapshot(
                group,
                Optional.of(Given.fresh(Given.cluster("workerGroups: [{name: gpu, accelerator: {count: 2}}]"))),
                List.of(pods),
                Optional.empty(),
                Given.NOW);
    }

    private static MosaicWorkerGroup group(int replicas) {
        MosaicWorkerGroup group = new MosaicWorkerGroup();
        group.getMetadata().setName("demo-gpu");
        group.setSpec(new MosaicWorkerGroupSpec("demo", "gpu", replicas));
        return group;
    }
}
