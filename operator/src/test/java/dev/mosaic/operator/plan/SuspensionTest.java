package dev.mosaic.operator.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.crd.Condition;
import dev.mosaic.crd.IdleAction;
import dev.mosaic.crd.MosaicCluster;
import dev.mosaic.crd.MosaicClusterStatus;
import dev.mosaic.crd.MosaicWorkerGroup;
import dev.mosaic.crd.MosaicWorkerGroupStatus;
import dev.mosaic.crd.SuspensionReason;
import dev.mosaic.crd.SuspensionStatus;
import dev.mosaic.operator.Given;
import dev.mosaic.operator.snapshot.Idleness;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What was begun is carried through; who was idle is resumed by a word of its user. */
class SuspensionTest {
    private static final String IDLE = "idle: {after: 60s, action: Suspend}";
    private static final Idleness UNASKED = new Idleness.Unasked();

    @Test
    void shouldRunUnlessTheSpecSaysOtherwise() {
        assertThat(after(Given.cluster(""), false, UNASKED)).isEmpty();
        assertThat(after(Given.cluster("suspend: true"), false, UNASKED))
                .hasValueSatisfying(begun -> assertThat(begun.reason()).isEqualTo(SuspensionReason.REQUESTED));
    }

    @Test
    void shouldCarryThroughWhatWasBegun() {
        MosaicCluster resumed = begun("suspend: false", SuspensionReason.REQUESTED, 2L, null);

        assertThat(after(resumed, false, UNASKED)).isPresent();
        assertThat(after(resumed, true, UNASKED)).isEmpty();
    }

    @Test
    void shouldSuspendWhoIsIdleLongEnough() {
        assertThat(after(Given.cluster(IDLE), false, told(59))).isEmpty();
        assertThat(after(Given.cluster(IDLE), false, told(60)))
                .hasValueSatisfying(begun -> assertThat(begun.reason()).isEqualTo(SuspensionReason.IDLE));
    }

    @Test
    void shouldTakeAHeadThatCannotBeAskedForInUse() {
        assertThat(after(Given.cluster(IDLE), false, new Idleness.Unknown("it is away")))
                .isEmpty();
        assertThat(after(Given.cluster(IDLE), false, UNASKED)).isEmpty();
    }

    @Test
    void shouldDoOnlyWhatTheSpecSaysWithWhoIsIdle() {
        MosaicCluster cluster = Given.cluster("idle: {after: 60s, action: None}");

        assertThat(after(cluster, false, told(600))).isEmpty();
        assertThat(Suspension.isIdle(cluster, told(600), IdleAction.DELETE)).isFalse();
        assertThat(Suspension.isIdle(Given.cluster("idle: {after: 60s, action: Delete}"), told(61), IdleAction.DELETE))
                .isTrue();
    }

    @Test
    void shouldResumeWhoWasIdleByAnotherSpecOrAnotherWord() {
        assertThat(after(begun(IDLE, SuspensionReason.IDLE, 3L, null), true, UNASKED))
                .isPresent();
        assertThat(after(begun(IDLE, SuspensionReason.IDLE, 2L, null), true, UNASKED))
                .isEmpty();
        assertThat(after(begun(IDLE, SuspensionReason.IDLE, 2L, null), false, UNASKED))
                .isPresent();

        MosaicCluster woken = begun(IDLE, SuspensionReason.IDLE, 3L, "monday");
        woken.getMetadata().setAnnotations(Map.of("mosaic.dev/resume", "tuesday"));
        assertThat(after(woken, true, UNASKED)).isEmpty();
        woken.getMetadata().setAnnotations(Map.of("mosaic.dev/resume", "monday"));
        assertThat(after(woken, true, UNASKED)).isPresent();
    }

    @Test
    void shouldStayWhereItWasIdleAndIsToRestNow() {
        MosaicCluster both = begun("suspend: true\n" + IDLE, SuspensionReason.IDLE, 2L, null);

        assertThat(after(both, true, UNASKED))
                .hasValueSatisfying(begun -> assertThat(begun.reason()).isEqualTo(SuspensionReason.REQUESTED));
    }

    @Test
    void shouldLastUntilItIsToBeResumed() {
        assertThat(lasts(rested("suspend: true", SuspensionReason.REQUESTED, "True")))
                .isTrue();
        assertThat(lasts(rested("suspend: true", SuspensionReason.REQUESTED, "False")))
                .as("pods may be left")
                .isFalse();
        assertThat(lasts(rested("suspend: false", SuspensionReason.REQUESTED, "True")))
                .isFalse();
        assertThat(lasts(begun("suspend: true", SuspensionReason.REQUESTED, 3L, null)))
                .as("nothing is said")
                .isFalse();
        MosaicCluster idle = rested(IDLE, SuspensionReason.IDLE, "True");
        assertThat(lasts(idle)).isTrue();
        idle.getMetadata().setAnnotations(Map.of("mosaic.dev/resume", "tuesday"));
        assertThat(lasts(idle)).isFalse();
        MosaicCluster changed = rested("suspend: true", SuspensionReason.REQUESTED, "True");
        changed.getMetadata().setGeneration(4L);
        assertThat(lasts(changed)).as("of another spec").isFalse();
    }

    /** One that was made by a look at an old cache. */
    @Test
    void shouldNotLastWhereAGroupSaysThatItHasAPod() {
        MosaicCluster cluster = rested("suspend: true", SuspensionReason.REQUESTED, "True");
        MosaicWorkerGroup group = new MosaicWorkerGroup();
        group.setStatus(new MosaicWorkerGroupStatus(3L, 1, 0, 1, 0, null, 0, 0, null, null, null, Map.of(), List.of()));

        assertThat(Suspension.lasts(Given.snapshot(cluster, List.of(), List.of(), List.of(group))))
                .isFalse();
        group.setStatus(new MosaicWorkerGroupStatus(3L, 0, 0, 0, 0, null, 0, 0, null, null, null, Map.of(), List.of()));
        assertThat(Suspension.lasts(Given.snapshot(cluster, List.of(), List.of(), List.of(group))))
                .isTrue();
    }

    private static boolean lasts(MosaicCluster cluster) {
        return Suspension.lasts(Given.fresh(cluster));
    }

    /** Its status says whether no pod is left. */
    private static MosaicCluster rested(String spec, SuspensionReason reason, String suspended) {
        MosaicCluster cluster = begun(spec, reason, 3L, null);
        List<Condition> conditions = Given.read(
                        "status: {conditions: [{type: Suspended, status: '" + suspended
                                + "', reason: x, message: '', lastTransitionTime: '2026-11-22T06:00:00Z'}]}",
                        MosaicCluster.class)
                .getStatus()
                .conditions();
        cluster.setStatus(new MosaicClusterStatus(
                3L,
                null,
                conditions,
                null,
                null,
                null,
                null,
                null,
                List.of(),
                null,
                cluster.getStatus().suspension()));
        return cluster;
    }

    private static Idleness told(long seconds) {
        return new Idleness.Told(Duration.ofSeconds(seconds));
    }

    private static Optional<SuspensionStatus> after(MosaicCluster cluster, boolean isComplete, Idleness idleness) {
        return Suspension.of(cluster, isComplete, idleness, Given.NOW);
    }

    /** Its generation is 3. */
    private static MosaicCluster begun(String spec, SuspensionReason reason, long generation, String resume) {
        MosaicCluster cluster = Given.cluster(spec);
        cluster.setStatus(new MosaicClusterStatus(
                3L,
                null,
                List.of(),
                null,
                null,
                null,
                null,
                null,
                List.of(),
                null,
                new SuspensionStatus(reason, Given.NOW.toString(), generation, resume)));
        return cluster;
    }
}
