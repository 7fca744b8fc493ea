package dev.mosaic.operator.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.crd.IdleAction;
import dev.mosaic.crd.MosaicCluster;
import dev.mosaic.crd.MosaicClusterStatus;
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
