package dev.mosaic.operator.scale;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.headapi.ClusterPage;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RollCallTest {
    private final RollCall call = new RollCall();

    private static Pod pod(String address) {
        return new PodBuilder()
                .withNewMetadata()
                .endMetadata()
                .withNewStatus()
                .withPodIP(address)
                .endStatus()
                .build();
    }

    private static ClusterPage report(long epoch, boolean settled, String... nodes) {
        return new ClusterPage(
                epoch,
                settled,
                0,
                false,
                0,
                List.of(),
                Stream.of(nodes)
                        .map(each -> new ClusterPage.Node("", each, false, 0, "", false, null, null))
                        .toList());
    }

    @Test
    void shouldNotWaitWhereNobodyWasThere() {
        assertThat(call.isComplete(report(1, false), List.of())).isTrue();
        assertThat(call.isComplete(report(1, false), List.of(pod("10.0.0.1"))))
                .as("one that was made since then")
                .isTrue();
    }

    @Test
    void shouldWaitForAllThatWereThere() {
        List<Pod> pods = List.of(pod("10.0.0.1"), pod("10.0.0.2"), pod(""));
        assertThat(call.isComplete(report(2, false, "10.0.0.1"), pods)).isFalse();
        assertThat(call.isComplete(report(2, false, "10.0.0.1", "10.0.0.2"), pods))
                .isTrue();
        assertThat(call.isComplete(report(2, false, "10.0.0.2"), pods))
                .as("both were heard of")
                .isTrue();
    }

    @Test
    void shouldNotWaitForPodsThatAreGone() {
        assertThat(call.isComplete(report(3, false), List.of(pod("10.0.0.1")))).isFalse();
        Pod ending = new PodBuilder(pod("10.0.0.1"))
                .editMetadata()
                .withDeletionTimestamp("2026-11-22T13:00:00Z")
                .endMetadata()
                .build();
        assertThat(call.isComplete(report(3, false), List.of(ending))).isTrue();
    }

    @Test
    void shouldCallAgainForAnotherHeadAndBelieveOneThatIsSure() {
        List<Pod> pods = List.of(pod("10.0.0.1"));
        assertThat(call.isComplete(report(4, false, "10.0.0.1"), pods)).isTrue();
        assertThat(call.isComplete(report(5, false), pods)).isFalse();
        assertThat(call.isComplete(report(5, true), pods)).isTrue();
    }
}
