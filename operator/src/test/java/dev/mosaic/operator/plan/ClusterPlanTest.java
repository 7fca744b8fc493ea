package dev.mosaic.operator.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.crd.MosaicCluster;
import dev.mosaic.crd.MosaicWorkerGroup;
import dev.mosaic.operator.Given;
import dev.mosaic.operator.desired.Declared;
import dev.mosaic.operator.desired.Desired;
import dev.mosaic.operator.desired.RuntimeImage;
import dev.mosaic.operator.plan.Action.Apply;
import dev.mosaic.operator.plan.Action.Create;
import dev.mosaic.operator.plan.Action.Delete;
import dev.mosaic.operator.snapshot.ClusterSnapshot;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.apps.StatefulSetStatusBuilder;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Objects are written where their hash differs, and removed where nobody wants them. */
class ClusterPlanTest {
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

    @Test
    void shouldLetGroupsGoThenTheWarehouseThenTheHead() {
        Desired desired = desired(TWO);
        ClusterSnapshot all = withWarehouseOf(TWO, ready(made(TWO, 2), "r", 2));

        assertThat(words(ClusterPlan.ofResting(desired, all, 2))).isEmpty();
        assertThat(words(ClusterPlan.ofResting(desired, all, 0))).containsExactly("=StatefulSet/demo-warehouse");
        assertThat(words(ClusterPlan.ofResting(desired, made(TWO, 2), 0)))
                .containsExactly("=StatefulSet/demo-warehouse", "-Pod/head");
    }

    /** Its groups have two pods of that revision, so many of them ready, and its warehouse is ready. */
    private static ClusterSnapshot ready(ClusterSnapshot snapshot, String revision, int ready) {
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
        return new ClusterSnapshot(
                snapshot.cluster(),
                snapshot.heads(),
                snapshot.settings(),
                snapshot.warehouse(),
                List.of(Given.pod("warehouse", desired(spec).warehouseRevision(), true, 9)),
                snapshot.groups(),
                snapshot.keys(),
                snapshot.authority(),
                snapshot.secrets(),
                snapshot.operatorsImage(),
                snapshot.now());
    }

    private static Desired desired(String spec) {
        MosaicCluster cluster = Given.cluster(spec);
        RuntimeImage image =
                RuntimeImage.of(cluster.getSpec(), Optional.of(Given.IMAGE)).orElseThrow();
        return Desired.of(Declared.of(cluster, image, "mark"), Map.of());
    }

    private static Plan plan(String spec, ClusterSnapshot snapshot) {
        return ClusterPlan.of(desired(spec), snapshot);
    }

    /** All of that spec was made, and its group was scaled to so many. */
    private static ClusterSnapshot made(String spec, int replicas) {
        Desired before = desired(spec);
        before.groups().forEach(group -> {
            group.getMetadata().setResourceVersion("17");
            group.setSpec(group.getSpec().withReplicas(replicas));
        });
        Pod head = new PodBuilder(Given.pod("head", "", true, 9))
                .editMetadata()
                .withLabels(before.head().getMetadata().getLabels())
                .endMetadata()
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

    private static List<String> words(Plan plan) {
        return plan.actions().stream()
                .map(each -> switch (each) {
                    case Create create -> "+" + create.count();
                    case Delete delete ->
                        "-" + delete.object().getKind() + "/"
                                + delete.object().getMetadata().getName();
                    case Apply apply ->
                        "=" + apply.object().getKind() + "/"
                                + apply.object().getMetadata().getName();
                })
                .toList();
    }
}
