package dev.mosaic.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.operator.plan.Plan;
import dev.mosaic.operator.reason.Reason;
import dev.mosaic.operator.status.Refusal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** When a cluster is looked at again. */
class ClusterReconcilerTest {
    private static final Refusal SHRINKS = new Refusal(Reason.VOLUME_CANNOT_SHRINK, "10Gi is less than 20Gi");
    private static final Refusal NOT_GROWN = new Refusal(Reason.VOLUME_NOT_GROWN, "out of disks");

    private static Plan plan(Optional<Duration> lookAgain) {
        return new Plan(List.of(), lookAgain);
    }

    /** Only another spec mends it, and that is news. */
    @Test
    void shouldNotLookAgainForAVolumeThatIsToShrink() {
        assertThat(ClusterReconciler.again(plan(Optional.empty()), List.of(SHRINKS)))
                .isEmpty();
        assertThat(ClusterReconciler.again(plan(Optional.of(Duration.ofSeconds(2))), List.of(SHRINKS)))
                .as("what else is waited for")
                .contains(Duration.ofSeconds(2));
    }

    @Test
    void shouldLookAgainForWhatMayBeGoneWithoutAChangeOfTheSpec() {
        assertThat(ClusterReconciler.again(plan(Optional.empty()), List.of(SHRINKS, NOT_GROWN)))
                .contains(Duration.ofSeconds(15));
        assertThat(ClusterReconciler.again(plan(Optional.of(Duration.ofSeconds(2))), List.of(NOT_GROWN)))
                .as("what was refused is not tried at once")
                .contains(Duration.ofSeconds(15));
        assertThat(ClusterReconciler.again(plan(Optional.empty()), List.of())).isEmpty();
    }
}
