package dev.mosaic.operator.plan;

import static dev.mosaic.operator.plan.ClusterPlanTest.desired;
import static dev.mosaic.operator.plan.ClusterPlanTest.made;
import static dev.mosaic.operator.plan.ClusterPlanTest.plan;
import static dev.mosaic.operator.plan.ClusterPlanTest.words;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.operator.Given;
import dev.mosaic.operator.desired.Labels;
import dev.mosaic.operator.plan.Action.Create;
import dev.mosaic.operator.snapshot.ClusterSnapshot;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** There is one pod of a warehouse, and another when that is gone. */
class WarehousePlanTest {
    private static final Pod POD = Given.pod("demo-warehouse-0", "", true, 90);

    private static Plan of(Pod... pods) {
        return WarehousePlan.of(desired("").warehouse(), List.of(pods), true, true, Given.NOW);
    }

    @Test
    void shouldMakeOneUnderOneName() {
        assertThat(words(of())).containsExactly("+demo-warehouse-0");
    }

    @Test
    void shouldMakeAnotherAtOnceWhereItEndedAfterItHadRun() {
        assertThat(words(of(Given.ended(POD, 80)))).containsExactly("-Pod/demo-warehouse-0", "+demo-warehouse-0");
    }

    /** As where its node does not admit it. */
    @Test
    void shouldWaitLongerForEachThatEndsSoonAfterItsStart() {
        Pod third =
                Given.annotated(Given.ended(Given.pod("demo-warehouse-0", "", false, 2), 1), Labels.EARLY_ENDS, "2");
        assertThat(words(of(third))).isEmpty();
        assertThat(of(third).lookAgain()).contains(Duration.ofSeconds(1));

        Pod fourth =
                Given.annotated(Given.ended(Given.pod("demo-warehouse-0", "", false, 9), 1), Labels.EARLY_ENDS, "3");
        assertThat(of(fourth).actions().getLast())
                .isInstanceOfSatisfying(
                        Create.class,
                        create -> assertThat(create.pod().getMetadata().getAnnotations())
                                .containsEntry(Labels.EARLY_ENDS, "4"));
    }

    @Test
    void shouldMakeNoneWhileTheOneBeforeEnds() {
        assertThat(words(of(Given.ending(POD, Given.NOW.plusSeconds(60))))).isEmpty();
    }

    @Test
    void shouldReplaceOneThatIsNotReadyWhateverItsGroupsDo() {
        Pod old = Given.pod("demo-warehouse-0", "old", false, 9);
        Plan plan = WarehousePlan.of(desired("").warehouse(), List.of(old), true, false, Given.NOW);
        assertThat(words(plan)).containsExactly("-Pod/demo-warehouse-0");
    }

    // ---- its volume

    private static final String SMALL = "warehouse: {disk: {type: PersistentVolume, size: 10Gi}}";

    @Test
    void shouldMakeTheClaimBeforeThePod() {
        ClusterSnapshot fresh = Given.fresh(Given.cluster(SMALL));
        assertThat(words(plan(SMALL, fresh)))
                .contains("=PersistentVolumeClaim/entries-demo-warehouse-0")
                .doesNotContain("+demo-warehouse-0");
        assertThat(words(plan(SMALL, made(SMALL, 0).withPods(List.of(), List.of()))))
                .contains("+demo-warehouse-0");
    }

    @Test
    void shouldChangeWhatBecomesOfTheVolumeAndReplaceNoPod() {
        String retained = SMALL.replace("10Gi", "10Gi, deletionPolicy: Retain");
        assertThat(words(plan(retained, made(SMALL, 0))))
                .containsExactly("=PersistentVolumeClaim/entries-demo-warehouse-0");
        assertThat(words(plan(SMALL, made(retained, 0))))
                .containsExactly("=PersistentVolumeClaim/entries-demo-warehouse-0");
        assertThat(words(plan(retained, made(retained, 0)))).isEmpty();
    }

    /** The workers of a cluster that is being suspended may end slowly, or never, and somebody may delete it meanwhile. */
    @Test
    void shouldChangeWhatBecomesOfTheVolumeWhileItsClusterIsSuspended() {
        String retained = SMALL.replace("10Gi", "10Gi, deletionPolicy: Retain");
        assertThat(words(ClusterPlan.ofResting(desired(retained), made(SMALL, 0), 2)))
                .containsExactly("=PersistentVolumeClaim/entries-demo-warehouse-0");
    }

    /** Growth may take long, or be refused for ever. */
    @Test
    void shouldAskForAnotherSizeAndReplaceNoPodBeforeItHasIt() {
        assertThat(words(plan(SMALL.replace("10Gi", "20Gi"), made(SMALL, 0))))
                .containsExactly("=PersistentVolumeClaim/entries-demo-warehouse-0");
    }
}
