package dev.mosaic.operator.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.crd.MosaicWorkerGroup;
import dev.mosaic.crd.MosaicWorkerGroupSpec;
import dev.mosaic.operator.Given;
import dev.mosaic.operator.desired.Labels;
import dev.mosaic.operator.desired.Role;
import dev.mosaic.operator.plan.Action.Apply;
import dev.mosaic.operator.reason.Reason;
import dev.mosaic.operator.snapshot.ClusterSnapshot;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Labels by which pods are found are written again where somebody has changed one. */
class LostLabelsTest {
    private static Pod pod(String name, Map<String, String> labels) {
        return new PodBuilder(Given.pod(name, "r", true, 9))
                .editMetadata()
                .addToLabels(labels)
                .endMetadata()
                .build();
    }

    private static ClusterSnapshot snapshot(Pod head) {
        return Given.snapshot(
                Given.cluster("{}"),
                List.of(head),
                List.of(pod("demo-warehouse-0", Labels.of("demo", Role.WAREHOUSE))),
                List.of());
    }

    @Test
    void shouldDoNothingWhereAllAreThere() {
        assertThat(LostLabels.of(snapshot(pod("demo-head-x", Labels.of("demo", Role.HEAD))))
                        .actions())
                .isEmpty();
    }

    @Test
    void shouldWriteThoseByWhichAPodIsFound() {
        Pod head = new PodBuilder(pod("demo-head-x", Labels.of("demo", Role.HEAD)))
                .editMetadata()
                .addToLabels(Labels.ROLE, "changed")
                .removeFromLabels(Labels.MANAGED_BY)
                .endMetadata()
                .build();

        assertThat(LostLabels.of(snapshot(head)).actions())
                .singleElement()
                .isInstanceOfSatisfying(Apply.class, apply -> {
                    assertThat(apply.fresh()).isTrue();
                    assertThat(apply.reason()).isEqualTo(Optional.of(Reason.HEALED_DRIFT));
                    assertThat(apply.message())
                            .isEqualTo("Pod demo-head-x: the labels app.kubernetes.io/managed-by, mosaic.dev/role");
                    assertThat(apply.object().getMetadata().getLabels())
                            .containsEntry(Labels.ROLE, "head")
                            .containsEntry(Labels.MANAGED_BY, Labels.OPERATOR)
                            .doesNotContainKey(Labels.REVISION);
                });
    }

    @Test
    void shouldLeaveTheOldRevisionOfAWorkerToItsUpdate() {
        MosaicWorkerGroup group = new MosaicWorkerGroup();
        group.setSpec(new MosaicWorkerGroupSpec("demo", "one", 2));
        Pod worker = pod("demo-one-x", Labels.ofGroup("demo", "one"));
        Pod lost = pod("demo-one-y", Labels.of("demo", Role.WORKER));

        assertThat(LostLabels.of(group, List.of(worker)).actions()).isEmpty();
        assertThat(LostLabels.of(group, List.of(worker, lost)).actions())
                .extracting(Action::message)
                .containsExactly("Pod demo-one-y: the labels mosaic.dev/group");
    }
}
