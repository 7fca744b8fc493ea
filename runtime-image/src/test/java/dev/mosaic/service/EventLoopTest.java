package dev.mosaic.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.testing.LogGuard;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Events run one at a time. */
class EventLoopTest {
    @RegisterExtension
    final LogGuard log = new LogGuard();

    private final EventLoop loop = new EventLoop("unit");
    private final List<Integer> seen = new ArrayList<>();

    @Test
    void shouldKeepEventsUntilItStarts() {
        loop.execute(() -> seen.add(1));
        assertThat(seen).isEmpty();
        loop.start();
        loop.execute(() -> seen.add(2));
        assertThat(seen).containsExactly(1, 2);
    }

    @Test
    void shouldRunWhatAnEventBringsAfterIt() {
        loop.start();
        loop.execute(() -> {
            loop.execute(() -> seen.add(2));
            seen.add(1);
        });
        assertThat(seen).containsExactly(1, 2);
    }

    @Test
    void shouldGoOnAfterAnEventThatThrows() {
        loop.start();
        loop.execute(() -> {
            throw new IllegalStateException("broken");
        });
        loop.execute(() -> seen.add(1));
        assertThat(seen).containsExactly(1);
        log.expect(1, "unit failed in an event");
    }

    @Test
    void shouldRunEventsOfManyThreadsOneAtATime() throws InterruptedException {
        loop.start();
        int[] count = new int[1];
        CountDownLatch done = new CountDownLatch(4);
        for (int thread = 0; thread < 4; thread++) {
            Thread.ofPlatform().daemon().start(() -> {
                for (int i = 0; i < 20_000; i++) {
                    loop.execute(() -> count[0]++);
                }
                loop.execute(done::countDown);
            });
        }
        assertThat(done.await(20, TimeUnit.SECONDS)).as("all events ran").isTrue();
        assertThat(count[0]).isEqualTo(80_000);
    }

    @Test
    void shouldRunNothingOnceStopped() {
        loop.start();
        loop.stop();
        loop.execute(() -> seen.add(1));
        assertThat(seen).isEmpty();
    }
}
