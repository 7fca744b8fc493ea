package dev.mosaic.operator.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.crd.UpdateStrategySpec;
import dev.mosaic.operator.Given;
import dev.mosaic.operator.plan.Action.Create;
import dev.mosaic.operator.plan.Action.Delete;
import dev.mosaic.operator.snapshot.Gang;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Pods of an old revision go as fast as the strategy lets them, and stay where new ones do not get ready. */
class ReplacingTest {
    private static final Pod WANTED = Given.pod("", "new", true, 0);

    private int replicas;

    /** As where a cluster is suspended whose head does not start. */
    @Test
    void shouldKeepAndMakeNoneWhereThereAreToBeNone() {
        List<Gang> living = Gang.of(old(1), 1);
        for (boolean mayReplace : new boolean[] {false, true}) {
            assertThat(new Replacing("new", 0, 1, new UpdateStrategySpec(1, 2), mayReplace).most(living))
                    .isZero();
        }
    }

    @Test
    void shouldReplaceSoManyAtATime() {
        List<Pod> pods = old(5);

        step(pods, new UpdateStrategySpec(2, 0), true, true);
        assertThat(old(pods)).isEqualTo(3);
        step(pods, new UpdateStrategySpec(2, 0), true, true);
        assertThat(pods).hasSize(5);
    }

    @Test
    void shouldStopWhereNewOnesDoNotGetReady() {
        List<Pod> pods = old(5);

        for (int i = 0; i < 20; i++) {
            step(pods, new UpdateStrategySpec(2, 0), true, false);
        }
        assertThat(old(pods)).as("good old ones").isEqualTo(3);
        assertThat(pods).as("and as many bad new ones as may be missing").hasSize(5);
    }

    @Test
    void shouldMakeTheNextBeforeTheLastGoes() {
        List<Pod> pods = old(3);
        int fewest = 3;
        for (int i = 0; i < 20; i++) {
            step(pods, new UpdateStrategySpec(0, 1), true, true);
            fewest = Math.min(fewest, pods.size());
            assertThat(pods).hasSizeLessThanOrEqualTo(4);
        }
        assertThat(fewest).isEqualTo(3);
        assertThat(old(pods)).isZero();
        assertThat(pods).hasSize(3);
    }

    @Test
    void shouldStopWithOneTooManyWhereThatDoesNotGetReady() {
        List<Pod> pods = old(3);
        for (int i = 0; i < 20; i++) {
            step(pods, new UpdateStrategySpec(0, 1), true, false);
        }
        assertThat(old(pods)).isEqualTo(3);
        assertThat(pods).hasSize(4);
    }

    @Test
    void shouldReplaceNoneThatIsReadyWithoutAHead() {
        List<Pod> pods = old(3);
        pods.add(Given.pod("bad", "old", false, 5));

        step(pods, new UpdateStrategySpec(2, 2), false, true);

        assertThat(pods).extracting(each -> each.getMetadata().getName()).doesNotContain("bad");
        step(pods, new UpdateStrategySpec(2, 2), false, true);
        assertThat(old(pods)).isEqualTo(3);
    }

    private List<Pod> old(int count) {
        replicas = count;
        List<Pod> pods = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            pods.add(Given.pod("o" + i, "old", true, 100 + i));
        }
        return pods;
    }

    private static long old(List<Pod> pods) {
        return pods.stream()
                .filter(each -> "old".equals(each.getMetadata().getLabels().get("mosaic.dev/revision")))
                .count();
    }

    /** Does what the plan says, at once. */
    private void step(List<Pod> pods, UpdateStrategySpec strategy, boolean mayReplace, boolean getReady) {
        for (Action action : WorkerPlan.of(
                        WANTED, replicas, 1, strategy, mayReplace, List.copyOf(pods), Map.of(), Given.NOW)
                .actions()) {
            if (action instanceof Create create) {
                for (int i = 0; i < create.count(); i++) {
                    pods.add(Given.pod("n" + System.nanoTime(), "new", getReady, 1));
                }
            } else if (action instanceof Delete delete) {
                pods.removeIf(each -> each.getMetadata()
                        .getName()
                        .equals(delete.object().getMetadata().getName()));
            }
        }
    }
}
