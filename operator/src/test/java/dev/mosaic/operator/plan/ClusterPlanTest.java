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
import dev.mosaic.operator.plan.Action.Patch;
import dev.mosaic.operator.plan.Action.Renew;
import dev.mosaic.operator.reason.Reason;
import dev.mosaic.operator.snapshot.ClusterSnapshot;
import dev.mosaic.operator.status.VolumeWords;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSetStatusBuilder;
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
                        "=Service/demo-warehouse",
                        "=StatefulSet/demo-warehouse",
                        "=NetworkPolicy/demo",
                        "=PodDisruptionBudget/demo-one",
                        "=MosaicWorkerGroup/demo-one",
                        "+1");
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
                snapshot.warehousePods(),
                List.of(odd),
                snapshot.keys(),
                snapshot.authority(),
                snapshot.secrets(),
                snapshot.operatorsImage(),
                snapshot.now());

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
        assertThat(words(plan("warehouse: {memory: 2Gi}", made("", 0)))).containsExactly("=StatefulSet/demo-warehouse");
    }

    /** A later operator would make its pods differently: nobody asked for another warehouse. */
    @Test
    void shouldTakeBackTheReplicasOfTheWarehouseAndLeaveItsPodsAsTheyAre() {
        ClusterSnapshot scaled = made("", 0);
        StatefulSet set = scaled.warehouse().orElseThrow();
        set.getSpec().setReplicas(0);
        set.getSpec().getTemplate().getSpec().setHostname("before");

        assertThat(plan("", scaled).actions()).singleElement().isInstanceOfSatisfying(Patch.class, patch -> {
            StatefulSet fields = (StatefulSet) patch.fields();
            assertThat(fields.getMetadata().getName()).isEqualTo("demo-warehouse");
            assertThat(fields.getSpec().getReplicas()).isOne();
            assertThat(fields.getSpec().getTemplate()).isNull();
            assertThat(patch.message()).contains("spec.replicas");
        });
    }

    @Test
    void shouldTryANewRevisionOnGroupsBeforeWarehouseAndHead() {
        ClusterSnapshot before = ready(made(TWO, 2), "old", 2);

        assertThat(words(plan(TWO + "\nimage: other:1", before)))
                .doesNotContain("=StatefulSet/demo-warehouse", "-Pod/head");
    }

    @Test
    void shouldReplaceTheWarehouseWhenGroupsAreNewAndThenTheHead() {
        String spec = TWO + "\nimage: other:1";
        String revision = desired(spec).revisions().get("one");
        ClusterSnapshot groupsAreNew = ready(made(TWO, 2), revision, 2);

        assertThat(words(plan(spec, groupsAreNew)))
                .contains("=StatefulSet/demo-warehouse")
                .doesNotContain("-Pod/head");
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
        assertThat(words(plan(spec, oneDrains))).doesNotContain("=StatefulSet/demo-warehouse");
        group.setStatus(Given.read(status.formatted(0, revision), MosaicWorkerGroup.class)
                .getStatus());
        assertThat(words(plan(spec, oneDrains))).contains("=StatefulSet/demo-warehouse");
    }

    /** New workers would show a head keys that it does not know, and never get ready. */
    @Test
    void shouldReplaceHeadAndWarehouseAtOnceWhereTheirKeysAreInAnotherSecret() {
        String spec = TWO + "\nsecurity: {keysSecretName: own}";
        ClusterSnapshot before = ready(made(TWO, 2), "old", 2);

        assertThat(words(plan(spec, before))).contains("=StatefulSet/demo-warehouse", "-Pod/head");
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

        assertThat(words(ClusterPlan.of(another, before))).doesNotContain("=StatefulSet/demo-warehouse", "-Pod/head");
    }

    @Test
    void shouldLetGroupsGoThenTheWarehouseThenTheHead() {
        Desired desired = desired(TWO);
        ClusterSnapshot all = withWarehouseOf(TWO, ready(made(TWO, 2), "r", 2));

        assertThat(words(ClusterPlan.ofResting(desired, all, 2))).isEmpty();
        assertThat(words(ClusterPlan.ofResting(desired, all, 0))).containsExactly("=StatefulSet/demo-warehouse");
        assertThat(words(ClusterPlan.ofResting(desired, made(TWO, 2), 0)))
                .containsExactly("=StatefulSet/demo-warehouse", "-Pod/head");
    }

    /** Its StatefulSet makes no other one before. */
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
        assertThat(ClusterPlan.ofResting(desired("").withoutWarehousePod(), soon, 0)
                        .lookAgain())
                .contains(Duration.ofSeconds(1));
        assertThat(ClusterPlan.isAtRest(late, 0)).isTrue();
        assertThat(ClusterPlan.isAtRest(late, 1)).isFalse();
        assertThat(ClusterPlan.isAtRest(withWarehouse(late, PLAIN), 0)).isFalse();
        assertThat(ClusterPlan.isAtRest(withHead(PLAIN), 0))
                .as("nobody has deleted it")
                .isFalse();
    }

    private static ClusterSnapshot withHead(Pod head) {
        return made("", 0).withHeads(List.of(head));
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

        assertThat(words(plan(spec, withoutPods("PodFailed")))).doesNotContain("=StatefulSet/demo-warehouse");
        assertThat(words(plan(spec, withoutPods("AllReady")))).contains("=StatefulSet/demo-warehouse");
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

    private static final String VOLUME = "warehouse: {disk: {type: PersistentVolume, size: %s}}";
    private static final String SMALL = VOLUME.formatted("10Gi");
    private static final String LARGE = VOLUME.formatted("20Gi");

    static PersistentVolumeClaim claim(String asks, String status) {
        return Given.read("""
                metadata: {name: entries-demo-warehouse-0, namespace: lab}
                spec: {resources: {requests: {storage: %s}}}
                status: {%s}
                """.formatted(asks, status), PersistentVolumeClaim.class);
    }

    private static List<String> grown(String asks, String status) {
        return words(plan(LARGE, made(SMALL, 0).withVolume(Optional.of(claim(asks, status)))));
    }

    @Test
    void shouldLetTheClaimGrowAndThenMakeTheStatefulSetAnewAroundItsPod() {
        assertThat(words(plan(SMALL, made(SMALL, 0)))).isEmpty();
        assertThat(grown("10Gi", "capacity: {storage: 10Gi}"))
                .containsExactly("~PersistentVolumeClaim entries-demo-warehouse-0 asks for 20Gi instead of 10Gi");
        assertThat(grown("20Gi", "capacity: {storage: 10Gi}"))
                .as("the pod has the old volume as long as that is not grown")
                .isEmpty();
        assertThat(grown(
                        "20Gi",
                        "capacity: {storage: 10Gi}, conditions: [{type: FileSystemResizePending, status: 'True'}]"))
                .containsExactly("^StatefulSet demo-warehouse, for a volume of 20Gi");
        assertThat(grown("20Gi", "capacity: {storage: 20Gi}"))
                .containsExactly("^StatefulSet demo-warehouse, for a volume of 20Gi");
        assertThat(words(plan(LARGE, made(SMALL, 0))))
                .as("there is no claim yet")
                .containsExactly("^StatefulSet demo-warehouse, for a volume of 20Gi");
    }

    @Test
    void shouldAskAClaimForLessThatDidNotGrow() {
        assertThat(grown("500Gi", "capacity: {storage: 10Gi}"))
                .containsExactly("~PersistentVolumeClaim entries-demo-warehouse-0 asks for 20Gi instead of 500Gi");
    }

    @Test
    void shouldWriteNoWarehouseWhileTheOneBeforeGoes() {
        ClusterSnapshot going = made(SMALL, 0);
        going.warehouse().orElseThrow().getMetadata().setDeletionTimestamp(Given.NOW.toString());
        Plan plan = plan(LARGE, going);
        assertThat(words(plan)).isEmpty();
        assertThat(plan.lookAgain()).isPresent();
    }

    @Test
    void shouldKeepTheWarehouseAsItIsWhereItsVolumeIsToShrink() {
        ClusterSnapshot before = made(LARGE, 0);
        assertThat(words(plan(SMALL, before))).isEmpty();
        assertThat(VolumeWords.of(desired(SMALL).warehouse(), before)).hasValueSatisfying(refusal -> {
            assertThat(refusal.reason()).isEqualTo(Reason.VOLUME_CANNOT_SHRINK);
            assertThat(refusal.message()).contains("10Gi is less than the 20Gi", "write 20Gi or more");
        });
        assertThat(words(ClusterPlan.ofResting(desired(SMALL), before, 0)))
                .as("it can be suspended all the same")
                .first()
                .isEqualTo("~StatefulSet demo-warehouse: spec.replicas");
    }

    @Test
    void shouldSayWhyAVolumeDoesNotGrow() {
        ClusterSnapshot before = made(SMALL, 0)
                .withVolume(
                        Optional.of(
                                claim(
                                        "20Gi",
                                        "capacity: {storage: 10Gi}, conditions: [{type: ControllerResizeError, status: 'True', message: out of disks}]")));
        assertThat(VolumeWords.of(desired(LARGE).warehouse(), before)).hasValueSatisfying(refusal -> {
            assertThat(refusal.reason()).isEqualTo(Reason.VOLUME_NOT_GROWN);
            assertThat(refusal.message())
                    .isEqualTo("PersistentVolumeClaim entries-demo-warehouse-0 has 10Gi of 20Gi: out of disks");
        });
        assertThat(plan(LARGE, before).lookAgain()).isPresent();
    }

    @Test
    void shouldChangeWhatBecomesOfTheVolumeWithoutReplacingThePod() {
        String kept = "warehouse: {disk: {type: PersistentVolume, size: 10Gi, deletionPolicy: Retain}}";
        assertThat(plan(kept, made(SMALL, 0)).actions()).singleElement().isInstanceOfSatisfying(Patch.class, patch -> {
            assertThat(patch.reason()).contains(Reason.CHANGED_DELETION_POLICY);
            assertThat(patch.message()).isEqualTo("StatefulSet demo-warehouse: deletionPolicy is Retain");
            StatefulSet fields = (StatefulSet) patch.fields();
            assertThat(fields.getSpec().getTemplate()).isNull();
            assertThat(fields.getSpec()
                            .getPersistentVolumeClaimRetentionPolicy()
                            .getWhenDeleted())
                    .isEqualTo("Retain");
        });
        assertThat(words(plan(kept, made(kept, 0)))).isEmpty();
    }

    /** Its groups have two pods of that revision, so many of them ready, and its warehouse is ready. */
    static ClusterSnapshot ready(ClusterSnapshot snapshot, String revision, int ready) {
        snapshot.groups()
                .forEach(each -> each.setStatus(Given.read(
                                "status: {replicas: 2, readyReplicas: %d, updatedReplicas: 2, revision: %s}"
                                        .formatted(ready, revision),
                                MosaicWorkerGroup.class)
                        .getStatus()));
        snapshot.warehouse()
                .orElseThrow()
                .setStatus(new StatefulSetStatusBuilder().withReadyReplicas(1).build());
        return snapshot;
    }

    private static ClusterSnapshot withWarehouseOf(String spec, ClusterSnapshot snapshot) {
        return withWarehouse(snapshot, Given.pod("warehouse", desired(spec).warehouseRevision(), true, 9));
    }

    private static ClusterSnapshot withWarehouse(ClusterSnapshot snapshot, Pod pod) {
        return new ClusterSnapshot(
                snapshot.cluster(),
                snapshot.heads(),
                snapshot.settings(),
                snapshot.warehouse(),
                List.of(pod),
                snapshot.groups(),
                snapshot.keys(),
                snapshot.authority(),
                snapshot.secrets(),
                snapshot.operatorsImage(),
                snapshot.now());
    }

    static Desired desired(String spec) {
        MosaicCluster cluster = Given.cluster(spec);
        RuntimeImage image =
                RuntimeImage.of(cluster.getSpec(), Optional.of(Given.IMAGE)).orElseThrow();
        return Desired.of(Declared.of(cluster, image, "mark", PodUser.FIXED), Map.of());
    }

    static Plan plan(String spec, ClusterSnapshot snapshot) {
        snapshot.cluster().setSpec(Given.cluster(spec).getSpec());
        return ClusterPlan.of(desired(spec), snapshot);
    }

    /** All of that spec was made, and its group was scaled to so many. */
    static ClusterSnapshot made(String spec, int replicas) {
        Desired before = desired(spec);
        before.groups().forEach(group -> {
            group.getMetadata().setResourceVersion("17");
            group.setSpec(group.getSpec().withReplicas(replicas));
        });
        Pod head = new PodBuilder(Given.pod("head", "", true, 9))
                .editMetadata()
                .withLabels(before.head().getMetadata().getLabels())
                .endMetadata()
                .withSpec(before.head().getSpec())
                .build();
        ClusterSnapshot empty = Given.fresh(Given.cluster(spec));
        return new ClusterSnapshot(
                empty.cluster(),
                List.of(head),
                before.settings(),
                Optional.of(before.warehouse()),
                List.of(),
                before.groups(),
                empty.keys(),
                Optional.empty(),
                Map.of(),
                empty.operatorsImage(),
                empty.now());
    }

    static List<String> words(Plan plan) {
        return plan.actions().stream()
                .map(each -> switch (each) {
                    case Create create -> "+" + create.count();
                    case Delete delete ->
                        "-" + delete.object().getKind() + "/"
                                + delete.object().getMetadata().getName();
                    case Patch patch -> "~" + patch.message();
                    case Renew renew -> "^" + renew.message();
                    case Apply apply ->
                        "=" + apply.object().getKind() + "/"
                                + apply.object().getMetadata().getName();
                })
                .toList();
    }
}
