package dev.mosaic.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.message.Member;
import java.util.List;
import org.junit.jupiter.api.Test;

/** When the next process of a worker is due. */
class WorkerSlotTest {
    private static final long MILLI = 1_000_000;

    private final WorkerSlot slot =
            new WorkerSlot("worker:0:0", new Member("head:0", 1, Member.Kind.PROGRAM, "", "", 0), List.of());
    private long now = System.nanoTime();

    /** How long after its end the next one is due, in ms. */
    private long pause() {
        slot.emptied(now);
        for (int millis = 0; millis < 60_000; millis += 100) {
            if (slot.isDue(now + millis * MILLI)) {
                now += millis * MILLI;
                return millis;
            }
        }
        throw new AssertionError("not within a minute");
    }

    private long pauseAfter(long millis) {
        slot.joined(now);
        now += millis * MILLI;
        return pause();
    }

    @Test
    void shouldComeLaterAndLaterWhereNoneJoins() {
        assertThat(List.of(pause(), pause(), pause(), pause())).containsExactly(100L, 200L, 400L, 800L);
        for (int i = 0; i < 10; i++) {
            pause();
        }
        assertThat(pause()).isEqualTo(12_800);
    }

    @Test
    void shouldComeAtOnceAfterAWorkerAndLaterWhereAllEndEarly() {
        assertThat(List.of(pauseAfter(50), pauseAfter(50), pauseAfter(50), pauseAfter(50)))
                .containsExactly(0L, 100L, 200L, 400L);
        assertThat(pauseAfter(10_000)).as("it was a worker for long").isZero();
        assertThat(pauseAfter(50)).isZero();
        assertThat(pauseAfter(50)).isEqualTo(100);
    }

    @Test
    void shouldPauseWhereStartsFailAfterAWorker() {
        assertThat(pauseAfter(60_000)).isZero();
        assertThat(List.of(pause(), pause(), pause())).containsExactly(100L, 200L, 400L);
    }
}
