package dev.mosaic.operator.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.crd.MosaicCluster;
import dev.mosaic.crd.MosaicWorkerGroup;
import dev.mosaic.operator.Given;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** While its head waits for a node nothing follows from Secrets, unless another pod mounts them. */
class ClusterSnapshotTest {
    private static final String UNSCHEDULABLE =
            "conditions: [{type: Unschedulable, status: 'True', reason: x, message: '', lastTransitionTime: '2026-11-22T06:00:00Z'}]";

    private static Pod unplaced(String name) {
        return new PodBuilder(Given.pod(name, "r", false, 60))
                .editStatus()
                .withPhase("Pending")
                .addNewCondition()
                .withType("PodScheduled")
                .withStatus("False")
                .endCondition()
                .endStatus()
                .build();
    }

    private static boolean waits(List<Pod> warehouse, String groupStatus) {
        MosaicCluster cluster = Given.cluster("");
        cluster.setStatus(Given.read(
                        "status: {conditions: [{type: Accepted, status: 'True', reason: x, message: '', lastTransitionTime: '2026-11-22T06:00:00Z'}]}",
                        MosaicCluster.class)
                .getStatus());
        MosaicWorkerGroup group = Given.read("status: {" + groupStatus + "}", MosaicWorkerGroup.class);
        return new ClusterSnapshot(
                        cluster,
                        List.of(unplaced("head")),
                        List.of(),
                        warehouse,
                        List.of(group, new MosaicWorkerGroup()),
                        Optional.empty(),
                        Optional.empty(),
                        Map.of(),
                        Optional.empty(),
                        Given.NOW,
                        Optional.empty())
                .waitsForNode();
    }

    @Test
    void shouldWaitWhereTheWarehouseHasNoNodeEither() {
        assertThat(waits(List.of(), "")).isTrue();
        assertThat(waits(List.of(unplaced("warehouse")), "")).isTrue();
        assertThat(waits(List.of(Given.ended(Given.pod("warehouse", "r", true, 60), 10)), ""))
                .isTrue();
        assertThat(waits(List.of(Given.pod("warehouse", "r", true, 60)), "")).isFalse();
        assertThat(waits(List.of(Given.pod("warehouse", "r", false, 60)), "")).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"0, 0, false, true", "2, 0, true, true", "2, 0, false, false", "2, 1, true, false", "2, 2, false, false"
    })
    void shouldNotWaitWhereWorkersRun(int replicas, int ready, boolean isUnschedulable, boolean waits) {
        String status = "replicas: " + replicas + ", readyReplicas: " + ready;
        assertThat(waits(List.of(), isUnschedulable ? status + ", " + UNSCHEDULABLE : status))
                .isEqualTo(waits);
    }
}
