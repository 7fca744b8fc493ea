package dev.mosaic.operator.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.crd.MosaicCluster;
import dev.mosaic.crd.MosaicWorkerGroup;
import dev.mosaic.operator.Given;
import dev.mosaic.operator.desired.Declared;
import dev.mosaic.operator.desired.Desired;
import dev.mosaic.operator.desired.PodUser;
import dev.mosaic.operator.desired.RuntimeImage;
import dev.mosaic.operator.plan.Action.Apply;
import dev.mosaic.operator.plan.Action.Create;
import dev.mosaic.operator.plan.Action.Delete;
import dev.mosaic.operator.snapshot.ClusterSnapshot;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Objects are written where their hash differs, and removed where nobody wants them. */
class ClusterPlanTest {
    private static final Pod PLAIN = Given.pod("warehouse", "", true, 9);
    private static final String TWO = "workerGroups: [{name: one, replicas: 2}]";

    @Test
    void shouldMakeAllOfANewCluster() {
        assertThat(words(plan(TWO, Given.fresh(Given.cluster(TWO)))))
                .contains(
                        "=ServiceAccount/demo-runtime",
                        "=Service/demo-head",
                        "=NetworkPolicy/demo",
                        "=PodDisruptionBudget/demo-one",
                        "=MosaicWorkerGroup/demo-one",
                        "+demo-warehouse-0",
                        "+demo-head-");
    }

    @Test
    void shouldDoNothingWhereAllIsThere() {
        assertThat(words(plan(TWO, made(TWO, 2)))).isEmpty();
    }

    @Test
    void shouldNotTouchReplicasThatSomebodyScaled() {
        assertThat(words(plan(TWO, made(TWO, 7)))).isEmpty();
    }

    @Test
    void shouldPassOnReplicasThatTheUserChanged() {
        Plan plan = plan("workerGroups: [{name: one, replicas: 3}]", made(TWO, 7));

        assertThat(plan.actions()).singleElement().isInstanceOfSatisfying(Apply.class, apply -> {
            assertThat(((MosaicWorkerGroup) apply.object()).getSpec().replicas())
                    .isEqualTo(3);
            assertThat(apply.object().getMetadata().getResourceVersion()).isEqualTo("17");
            assertThat(apply.reason().orElseThrow().word()).isEqualTo("ScaledGroup");
        });
    }

    /** Nobody knows how many it has: what stands in the place of its spec says none. */
    @Test
    void shouldNotWriteAGroupThatCannotBeRead() {
        MosaicWorkerGroup odd = Given.read("""
                apiVersion: mosaic.dev/v1alpha1
                kind: MosaicWorkerGroup
                metadata: {name: demo-one, namespace: lab, annotations: {mosaic.dev/applied: before}}
                spec: {clusterName: demo, groupName: one, replicas: many}
                """, MosaicWorkerGroup.class);
        ClusterSnapshot snapshot = made(TWO, 7);
        ClusterSnapshot withOdd = new ClusterSnapshot(
                snapshot.cluster(),
                snapshot.heads(),
                snapshot.settings(),
                snapshot.warehouse(),
                List.of(odd),
                snapshot.keys(),
                snapshot.authority(),
                snapshot.secrets(),
                snapshot.operatorsImage(),
                snapshot.now(),
                snapshot.volume());

        assertThat(words(plan(TWO, withOdd))).isEmpty();
    }

    @Test
    void shouldRemoveAGroupThatIsNotDeclaredAnyMore() {
        assertThat(words(plan("", made(TWO, 2))))
                .containsExactly("-PodDisruptionBudget/demo-one", "-MosaicWorkerGroup/demo-one");
    }

    @Test
    void shouldRemoveWhatIsSwitchedOff() {
        assertThat(words(plan("security: {networkPolicy: {mode: Disabled}}", made("", 0))))
                .containsExactly("-NetworkPolicy/demo");
    }

    @Test
    void shouldWriteOnlyWhatChanged() {
        assertThat(words(plan("head: {service: {type: NodePort}}", made("", 0))))
                .containsExactly("=Service/demo-head");
        assertThat(words(plan("warehouse: {memory: 2Gi}", made("", 0)))).containsExactly("-Pod/warehouse");
    }

    @Test
    void shouldTryANewRevisionOnGroupsBeforeWarehouseAndHead() {
        ClusterSnapshot before = ready(made(TWO, 2), "old", 2);

        assertThat(words(plan(TWO + "\nimage: other:1", before))).doesNotContain("-Pod/warehouse", "-Pod/head");
    }

    @Test
    void shouldReplaceTheWarehouseWhenGroupsAreNewAndThenTheHead() {
        String spec = TWO + "\nimage: other:1";
        String revision = desired(spec).revisions().get("one");
        ClusterSnapshot groupsAreNew = ready(made(TWO, 2), revision, 2);

        assertThat(words(plan(spec, groupsAreNew))).contains("-Pod/warehouse").doesNotContain("-Pod/head");
        assertThat(words(plan(spec, withWarehouseOf(spec, groupsAreNew)))).contains("-Pod/head");
        assertThat(words(plan(spec, withWarehouseOf(spec, ready(made(TWO, 2), revision, 0)))))
                .as("none of the new ones is ready")
                .doesNotContain("-Pod/head");
    }

    /** What lived in a worker that drains may be in the memory of the warehouse alone. */
    @Test
    void shouldReplaceTheWarehouseWhenNoWorkerDrainsAnyMore() {
        String spec = TWO + "\nimage: other:1";
        ClusterSnapshot oneDrains = made(TWO, 2);
        String status =
                "status: {replicas: 2, readyReplicas: 2, updatedReplicas: 2, drainingReplicas: %d, revision: %s}";
        ready(oneDrains, "", 2);
        MosaicWorkerGroup group = oneDrains.groups().getFirst();
        String revision = desired(spec).revisions().get("one");
        oneDrains
                .groups()
                .forEach(each -> each.setStatus(Given.read(status.formatted(0, revision), MosaicWorkerGroup.class)
                        .getStatus()));
        group.setStatus(Given.read(status.formatted(1, revision), MosaicWorkerGroup.class)
                .getStatus());
        assertThat(words(plan(spec, oneDrains))).doesNotContain("-Pod/warehouse");
        group.setStatus(Given.read(status.formatted(0, revision), MosaicWorkerGroup.class)
                .getStatus());
        assertThat(words(plan(spec, oneDrains))).contains("-Pod/warehouse");
    }

    /** New workers would show a head keys that it does not know, and never get ready. */
    @Test
    void shouldReplaceHeadAndWarehouseAtOnceWhereTheirKeysAreInAnotherSecret() {
        String spec = TWO + "\nsecurity: {keysSecretName: own}";
        ClusterSnapshot before = ready(made(TWO, 2), "old", 2);

        assertThat(words(plan(spec, before))).contains("-Pod/warehouse", "-Pod/head");
        assertThat(words(plan(spec, ready(made(spec, 2), "old", 2)))).isEmpty();
    }

    /** Units with the one and with the other let each other in, so there is no hurry. */
    @Test
    void shouldTryAnotherTokenOnGroupsFirst() {
        ClusterSnapshot before = ready(made(TWO, 2), "old", 2);
        MosaicCluster cluster = Given.cluster(TWO);
        RuntimeImage image =
                RuntimeImage.of(cluster.getSpec(), Optional.of(Given.IMAGE)).orElseThrow();
        Desired another = Desired.of(Declared.of(cluster, image, "another mark", PodUser.FIXED), Map.of());

        assertThat(words(ClusterPlan.of(another, before))).doesNotContain("-Pod/warehouse", "-Pod/head");
    }

    @Test
    void shouldLetGroupsGoThenTheWarehouseThenTheHead() {
        Desired desired = desired(TWO);
        ClusterSnapshot all = withWarehouseOf(TWO, ready(made(TWO, 2), "r", 2));

        assertThat(words(ClusterPlan.ofResting(desired, all, 2))).isEmpty();
        assertThat(words(ClusterPlan.ofResting(desired, all, 0))).containsExactly("-Pod/warehouse");
        assertThat(words(ClusterPlan.ofResting(desired, all.withPods(all.heads(), List.of()), 0)))
                .containsExactly("-Pod/head");
    }

    /** There is no other one before it is gone. */
    @Test
    void shouldNotWaitForAWarehouseOfALostNode() {
        ClusterSnapshot late = withWarehouse(made("", 0), Given.ending(PLAIN, Given.NOW.minusSeconds(30)));
        ClusterSnapshot soon = withWarehouse(made("", 0), Given.ending(PLAIN, Given.NOW.minusSeconds(29)));

        assertThat(words(plan("", late))).containsExactly("-Pod/warehouse");
        assertThat(words(ClusterPlan.ofResting(desired(""), late, 0))).contains("-Pod/warehouse");
        assertThat(words(plan("", soon))).as("the kubelet may still answer").isEmpty();
        assertThat(plan("", soon).lookAgain()).contains(Duration.ofSeconds(1));
    }

    /** It does not end, and nobody can resume the cluster before it is at rest. */
    @Test
    void shouldNotWaitForAHeadOfALostNode() {
        ClusterSnapshot soon = withHead(Given.ending(PLAIN, Given.NOW.minusSeconds(29)));
        ClusterSnapshot late = withHead(Given.ending(PLAIN, Given.NOW.minusSeconds(30)));

        assertThat(ClusterPlan.isAtRest(soon, 0))
                .as("the kubelet may still answer")
                .isFalse();
        assertThat(ClusterPlan.ofResting(desired(""), soon, 0).lookAgain()).contains(Duration.ofSeconds(1));
        assertThat(ClusterPlan.isAtRest(late, 0)).isTrue();
        assertThat(ClusterPlan.isAtRest(late, 1)).isFalse();
        assertThat(ClusterPlan.isAtRest(withWarehouse(late, PLAIN), 0)).isFalse();
        assertThat(ClusterPlan.isAtRest(withHead(PLAIN), 0))
                .as("nobody has deleted it")
                .isFalse();
    }

    private static ClusterSnapshot withHead(Pod head) {
        return made("", 0).withPods(List.of(head), List.of());
    }

    /** To delete it again and again would not let it go. */
    @Test
    void shouldLeaveAWarehouseThatAFinalizerHolds() {
        Pod lost = Given.ending(PLAIN, Given.NOW.minusSeconds(300));
        Pod held = new PodBuilder(lost)
                .editMetadata()
                .withFinalizers("example.com/hold")
                .endMetadata()
                .build();
        Pod deleted = new PodBuilder(lost)
                .editMetadata()
                .withDeletionGracePeriodSeconds(0L)
                .endMetadata()
                .build();

        for (Pod each : List.of(held, deleted)) {
            ClusterSnapshot snapshot = withWarehouse(made("", 0), each);
            assertThat(words(plan("", snapshot))).isEmpty();
            assertThat(plan("", snapshot).lookAgain()).contains(Duration.ofMinutes(1));
            assertThat(words(ClusterPlan.ofResting(desired(""), snapshot, 0))).doesNotContain("-Pod/warehouse");
        }
    }

    /** Kubelets do not take them, as where a device is gone: the group has none, and is no proof of the new revision. */
    @Test
    void shouldNotReplaceTheWarehouseWhereNewPodsFailBeforeTheyCount() {
        String spec = TWO + "\nimage: other:1";

        assertThat(words(plan(spec, withoutPods("PodFailed")))).doesNotContain("-Pod/warehouse");
        assertThat(words(plan(spec, withoutPods("AllReady")))).contains("-Pod/warehouse");
    }

    private static ClusterSnapshot withoutPods(String reason) {
        ClusterSnapshot snapshot = ready(made(TWO, 2), "old", 0);
        MosaicWorkerGroup status = Given.read("""
                status:
                  replicas: 0
                  conditions: [{type: Ready, status: "False", reason: %s, message: "", lastTransitionTime: ""}]
                """.formatted(reason), MosaicWorkerGroup.class);
        snapshot.groups().forEach(each -> each.setStatus(status.getStatus()));
        return snapshot;
    }

    /** Its groups have two pods of that revision, so many of them ready, and its warehouse is ready. */
    static ClusterSnapshot ready(ClusterSnapshot snapshot, String revision, int ready) {
        snapshot.groups()
                .forEach(each -> each.setStatus(Given.read(
                                "status: {replicas: 2, readyReplicas: %d, updatedReplicas: 2, revision: %s}"
                                        .formatted(ready, revision),
                                MosaicWorkerGroup.class)
                        .getStatus()));
        return snapshot;
    }

    private static ClusterSnapshot withWarehouseOf(String spec, ClusterSnapshot snapshot) {
        return withWarehouse(snapshot, Given.pod("warehouse", desired(spec).warehouseRevision(), true, 9));
    }

    private static ClusterSnapshot withWarehouse(ClusterSnapshot snapshot, Pod pod) {
        return snapshot.withPods(snapshot.heads(), List.of(pod));
    }

    static Desired desired(String spec) {
        return desired(spec, Optional.empty());
    }

    private static Desired desired(String spec, Optional<PersistentVolumeClaim> volume) {
        MosaicCluster cluster = Given.cluster(spec);
        RuntimeImage image =
                RuntimeImage.of(cluster.getSpec(), Optional.of(Given.IMAGE)).orElseThrow();
        return Desired.of(Declared.of(cluster, image, "mark", PodUser.FIXED).with(volume), Map.of());
    }

    static Plan plan(String spec, ClusterSnapshot snapshot) {
        snapshot.cluster().setSpec(Given.cluster(spec).getSpec());
        return ClusterPlan.of(desired(spec, snapshot.volume()), snapshot);
    }

    /** All of that spec was made, and its group was scaled to so many. */
    static ClusterSnapshot made(String spec, int replicas) {
        Desired before = desired(spec);
        before.groups().forEach(group -> {
            group.getMetadata().setResourceVersion("17");
            group.setSpec(group.getSpec().withReplicas(replicas));
        });
        ClusterSnapshot empty = Given.fresh(Given.cluster(spec));
        return new ClusterSnapshot(
                empty.cluster(),
                List.of(running("head", before.head())),
                before.settings(),
                List.of(running("warehouse", before.warehouse())),
                before.groups(),
                empty.keys(),
                Optional.empty(),
                Map.of(),
                empty.operatorsImage(),
                empty.now(),
                before.claim().map(ClusterPlanTest::bound));
    }

    /** The volume is as large as it asks for. */
    private static PersistentVolumeClaim bound(PersistentVolumeClaim claim) {
        return new PersistentVolumeClaimBuilder(claim)
                .withNewStatus()
                .withCapacity(claim.getSpec().getResources().getRequests())
                .endStatus()
                .build();
    }

    private static Pod running(String name, Pod made) {
        return new PodBuilder(Given.pod(name, "", true, 9))
                .editMetadata()
                .withLabels(made.getMetadata().getLabels())
                .endMetadata()
                .withSpec(made.getSpec())
                .build();
    }

    static List<String> words(Plan plan) {
        return plan.actions().stream()
                .map(each -> switch (each) {
                    case Create create -> "+" + name(create.pod().getMetadata());
                    case Delete delete ->
                        "-" + delete.object().getKind() + "/"
                                + delete.object().getMetadata().getName();
                    case Apply apply ->
                        "=" + apply.object().getKind() + "/"
                                + apply.object().getMetadata().getName();
                })
                .toList();
    }

    private static String name(ObjectMeta pod) {
        return pod.getName() == null ? pod.getGenerateName() : pod.getName();
    }
}
