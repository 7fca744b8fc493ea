package dev.mosaic.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.crd.Condition;
import dev.mosaic.crd.MosaicCluster;
import dev.mosaic.crd.MosaicClusterStatus;
import dev.mosaic.crd.SuspensionStatus;
import dev.mosaic.operator.plan.Suspension;
import dev.mosaic.operator.reason.Reason;
import dev.mosaic.operator.snapshot.ClusterSnapshot;
import dev.mosaic.operator.snapshot.Idleness;
import dev.mosaic.operator.snapshot.Rest;
import dev.mosaic.operator.status.ClusterStatuses;
import dev.mosaic.operator.status.Refusal;
import dev.mosaic.operator.validate.Problem;
import dev.mosaic.operator.validate.Validation;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Objects with fields and words of a version that comes after this one, as they are found where the operator is rolled back. */
class FutureObjectsTest {
    private static MosaicCluster cluster(String spec, String status) {
        return Given.read("""
                apiVersion: mosaic.dev/v1alpha1
                kind: MosaicCluster
                metadata: {name: demo, namespace: lab, uid: uid-of-demo, generation: 3, creationTimestamp: "%s"}
                spec: %s
                status: %s
                """.formatted(Given.NOW, spec, status), MosaicCluster.class);
    }

    private static MosaicCluster restsByTimetable() {
        return cluster("{}", """
                {phase: Hibernating, suspension: {reason: Timetable, since: "2026-11-22T05:00:00Z", generation: 3, until: tomorrow}}
                """);
    }

    @Test
    void shouldPassOverFieldsThatItDoesNotKnow() {
        MosaicCluster later = cluster("{suspend: true, orbit: {height: 7}, head: {colour: blue}}", "{orbit: 7}");
        assertThat(Validation.unreadable(later)).isEmpty();
        assertThat(Validation.unreadableStatus(later)).isEmpty();
        assertThat(later.getSpec()).isEqualTo(Given.cluster("suspend: true").getSpec());
    }

    @Test
    void shouldSayThatAWordOfASpecIsNotKnown() {
        assertThat(Validation.of(Given.fresh(cluster("{imagePullPolicy: Hourly}", "{}"))))
                .containsExactly(new Problem(
                        Reason.UNREADABLE,
                        "spec.imagePullPolicy: \"Hourly\" is not one of Always, IfNotPresent, Never"));
    }

    /** Whoever suspended it is not there any more to resume it. */
    @Test
    void shouldKeepAClusterAtRestThatRestsForAReasonOfALaterVersionUntilSomebodyChangesIt() {
        MosaicCluster cluster = restsByTimetable();
        Optional<SuspensionStatus> rests = Suspension.of(cluster, true, new Idleness.Unasked(), Given.NOW);
        assertThat(rests).isPresent();

        ClusterSnapshot snapshot = Given.fresh(cluster);
        MosaicClusterStatus status = ClusterStatuses.of(
                snapshot, List.of(), List.of(), Optional.empty(), new Rest(rests, true, new Idleness.Unasked()));
        assertThat(status.condition("Suspended").orElseThrow().message()).contains("to resume it change its spec");
        assertThat(status.suspension().reason())
                .as("the definition wants a word")
                .isNotNull();

        cluster.getMetadata().setGeneration(4L);
        assertThat(Suspension.of(cluster, true, new Idleness.Unasked(), Given.NOW))
                .isEmpty();
    }

    /** Those that are not looked at are written back as they were. */
    @Test
    void shouldWriteConditionsThatTheDefinitionTakes() {
        MosaicCluster cluster = cluster("{}", """
                {conditions: [{type: Orbiting, status: Partly, reason: TooFast, message: "", lastTransitionTime: "2026-11-22T05:00:00Z"}]}
                """);
        MosaicClusterStatus failed =
                ClusterStatuses.failed(cluster, new Refusal(Reason.WRITE_REFUSED, "quota"), Given.NOW);
        assertThat(failed.conditions()).extracting(Condition::status).doesNotContainNull();
        assertThat(failed.conditions()).extracting(Condition::type).contains("Orbiting", "Degraded");
    }
}
