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

    private static Desired desired(String spec) {
        MosaicCluster cluster = Given.cluster(spec);
        RuntimeImage image =
                RuntimeImage.of(cluster.getSpec(), Optional.of(Given.IMAGE)).orElseThrow();
        return Desired.of(Declared.of(cluster, image, "mark"));
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
