package dev.mosaic.operator.scale;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.crd.MosaicClusterSpec;
import dev.mosaic.crd.MosaicWorkerGroup;
import dev.mosaic.headapi.ClusterPage;
import dev.mosaic.operator.Given;
import dev.mosaic.operator.autoscale.Autoscale;
import dev.mosaic.operator.autoscale.Decision;
import dev.mosaic.operator.autoscale.Memory;
import dev.mosaic.operator.autoscale.Needs;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What Kubernetes and a head say together, and what is decided from it. */
class ScenesTest {
    /** Ten minutes of a group's provisionTimeout are over for its pods, which are an hour old. */
    private static final String SPEC =
            "workerGroups: [{name: pool, minReplicas: 3, maxReplicas: 8, provisionTimeout: 10m}]";

    private static final MosaicClusterSpec CLUSTER = Given.cluster(SPEC).getSpec();
    private static final String OLD = Given.NOW.minusSeconds(3_600).toString();

    private static Pod pod(String address, boolean ready, String since) {
        return Given.read("""
                metadata: {name: "pod-%s", creationTimestamp: "%s"}
                status:
                  phase: Running
                  podIP: %s
                  conditions: [{type: Ready, status: "%s", lastTransitionTime: "%s"}]
                """.formatted(address, OLD, address, ready ? "True" : "False", since), Pod.class);
    }

    private static Decision decided(int replicas, List<Pod> pods, String... reported) {
        MosaicWorkerGroup group = Given.read("""
                apiVersion: mosaic.dev/v1alpha1
                kind: MosaicWorkerGroup
                metadata: {name: demo-pool, namespace: lab, uid: u}
                spec: {clusterName: demo, groupName: pool, replicas: %d}
                """.formatted(replicas), MosaicWorkerGroup.class);
        ClusterPage report = new ClusterPage(
                1,
                true,
                0,
                false,
                0,
                List.of(new ClusterPage.Demand(5, new ClusterPage.Amounts(1, 0, 0, Map.of()), List.of(), null, 0, "")),
                Stream.of(reported)
                        .map(each -> new ClusterPage.Node("", each, true, 0, "", false, null, null))
                        .toList());
        Seen seen = new Seen(group, pods, new Needs(1, 0, 0, Map.of()), Optional.empty());
        return Autoscale.decide(Scenes.of(CLUSTER, List.of(seen), report, Given.NOW), Memory.NONE);
    }

    /** Not ready for a moment, and not known to the head: that is no pod that never came. */
    @Test
    void shouldGoOnGrowingAGroupOfWhichAWorkerBeganAnew() {
        String now = Given.NOW.minusSeconds(2).toString();
        List<Pod> pods = List.of(pod("10.0.0.1", true, OLD), pod("10.0.0.2", true, OLD), pod("10.0.0.3", false, now));

        Decision decision = decided(3, pods, "10.0.0.1", "10.0.0.2");

        assertThat(decision.replicas()).containsEntry("pool", 7);
        assertThat(decision.unserved()).isEmpty();
    }

    /** The kubelet has not seen yet that its container ended. */
    @Test
    void shouldWaitForAPodThatIsReadyAndThatTheHeadDoesNotName() {
        List<Pod> pods = List.of(pod("10.0.0.1", true, OLD), pod("10.0.0.2", true, OLD), pod("10.0.0.3", true, OLD));

        assertThat(decided(3, pods, "10.0.0.1", "10.0.0.2").replicas()).containsEntry("pool", 7);
    }

    @Test
    void shouldAvoidAGroupWhosePodsNeverGetReady() {
        List<Pod> pods = List.of(pod("10.0.0.1", true, OLD), pod("10.0.0.2", true, OLD), pod("10.0.0.3", false, OLD));

        Decision decision = decided(3, pods, "10.0.0.1", "10.0.0.2");

        assertThat(decision.replicas()).isEmpty();
        assertThat(decision.unserved()).isNotEmpty();
    }

    @Test
    void shouldMeetTheMinimumOfAGroupThatIsAvoided() {
        List<Pod> pods = List.of(pod("10.0.0.1", true, OLD), pod("10.0.0.2", false, OLD));

        assertThat(decided(2, pods, "10.0.0.1").replicas()).containsEntry("pool", 3);
    }
}
