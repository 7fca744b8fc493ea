package dev.mosaic.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Whether reconciling works at all. */
class PulseTest {
    private Instant now = Given.NOW;
    private final Pulse pulse = new Pulse(() -> now);

    @Test
    void shouldBeGoodWhereThereIsNothingToDo() {
        now = now.plus(Duration.ofDays(1));
        assertThat(pulse.isGood()).isTrue();
    }

    @Test
    void shouldNotBeGoodWhereNothingSucceedsForLong() {
        now = now.plus(Duration.ofDays(1));
        fail();
        fail();
        assertThat(pulse.isGood()).isTrue();
        now = now.plus(Duration.ofMinutes(5));
        assertThat(pulse.isGood()).isFalse();
        assertThat(pulse.failuresSince()).isEqualTo(2);
        assertThat(pulse.<Integer, RuntimeException>beat(() -> 1)).isEqualTo(1);
        assertThat(pulse.isGood()).isTrue();
    }

    /** Whose pod would be made anew for it: another process would meet the same. */
    @Test
    void shouldBeGoodWhereWhatFailsIsOneObject() {
        now = now.plus(Duration.ofDays(1));
        for (RuntimeException each : List.of(
                new IllegalStateException("Secret demo-keys is there and is not this cluster's"),
                new KubernetesClientException("already exists", 409, null),
                new KubernetesClientException("internal error", 500, null))) {
            fail(each);
            fail(each);
            now = now.plus(Duration.ofMinutes(6));
            assertThat(pulse.isGood()).as("after %s", each).isTrue();
        }
    }

    private void fail() {
        fail(new KubernetesClientException("connection refused"));
    }

    private void fail(RuntimeException failure) {
        assertThatThrownBy(() -> pulse.beat(() -> {
                    throw failure;
                }))
                .isSameAs(failure);
    }
}
