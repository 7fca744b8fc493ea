package dev.mosaic.unit.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Threads that bring events to one loop at the same time: none is lost, those of each in order, never two at once. */
class LoopRaceTest {
    private static final int THREADS = 4;
    private static final int EVENTS = 40_000;
    private static final int MEETINGS = 5_000;

    private final Loop loop = new Loop("unit");
    private final AtomicInteger inside = new AtomicInteger();
    private final AtomicInteger overlaps = new AtomicInteger();

    /** Plain, so that what one event writes must be seen by the next, whoever runs it. */
    private final int[] last = new int[THREADS];

    private int ran;
    private int ranLater;
    private int thrown;
    private int disorders;
    private int afters;

    @BeforeEach
    void open() {
        loop.open(() -> afters++);
    }

    private void event(int thread, int number) {
        overlaps.addAndGet(inside.incrementAndGet() == 1 && loop.isMine() ? 0 : 1);
        disorders += last[thread] == number - 1 ? 0 : 1;
        last[thread] = number;
        ran++;
        inside.decrementAndGet();
    }

    private void bring(int thread, SplittableRandom random) {
        for (int i = 1; i <= EVENTS; i++) {
            int number = i;
            int kind = random.nextInt(8_192);
            if (kind == 0) {
                loop.run(now -> {
                    event(thread, number);
                    thrown++;
                    throw new Broken();
                });
            } else if (kind < 128) {
                loop.run(now -> {
                    loop.later(then -> ranLater++);
                    loop.run(then -> ranLater++); // from inside it is left for later as well
                    event(thread, number);
                });
            } else if (kind < 256) {
                assertThat(loop.ask(() -> {
                            event(thread, number);
                            return last[thread];
                        }))
                        .isEqualTo(number);
            } else {
                if (kind < 384) {
                    loop.breathe();
                    pause(kind);
                }
                loop.run(now -> event(thread, number));
            }
        }
    }

    /** Without a trace in the log. */
    private static final class Broken extends Error {
        private static final long serialVersionUID = 1;

        private Broken() {
            super("said by the test", null, false, false);
        }
    }

    private static void pause(int spins) {
        for (int i = 0; i < spins; i++) {
            Thread.onSpinWait();
        }
    }

    @Test
    @DisplayName("No event is lost, those of one thread are in order, and no two run at once")
    void shouldRunEachEventOnceAndInOrder() {
        together(thread -> bring(thread, new SplittableRandom(thread)));

        assertThat(overlaps).hasValue(0);
        assertThat(disorders).isZero();
        assertThat(ran)
                .as("events that ran when all that brought some were back")
                .isEqualTo(THREADS * EVENTS);
        assertThat(last).containsOnly(EVENTS);
        assertThat(ranLater).isPositive().isEven();
        assertThat(loop.turns()).isEqualTo(ran + ranLater);
        assertThat(afters).as("after each event, but those that threw").isEqualTo(ran + ranLater - thrown);
        assertThat(loop.isMine()).isFalse();
    }

    @Test
    @DisplayName("The event that comes while the loop is being left is not lost: nobody else comes after it")
    void shouldRunTheEventThatComesAsTheLastOneEnds() {
        CyclicBarrier meeting = new CyclicBarrier(THREADS);
        AtomicInteger lost = new AtomicInteger();
        together(thread -> {
            for (int i = 1; i <= MEETINGS; i++) {
                int number = i;
                meet(meeting);
                loop.run(now -> event(thread, number));
                if (meet(meeting) == 0 && ran != THREADS * number) {
                    lost.incrementAndGet();
                }
            }
        });
        assertThat(lost).hasValue(0);
        assertThat(ran).isEqualTo(THREADS * MEETINGS);
        assertThat(disorders).isZero();
        assertThat(overlaps).hasValue(0);
    }

    private static int meet(CyclicBarrier barrier) {
        try {
            return barrier.await();
        } catch (Exception broken) {
            throw new AssertionError(broken);
        }
    }

    private interface Part {
        void run(int thread);
    }

    private static void together(Part part) {
        AtomicReference<Throwable> failed = new AtomicReference<>();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            int thread = i;
            threads.add(Thread.ofPlatform().daemon().start(() -> {
                try {
                    part.run(thread);
                } catch (Throwable thrown) {
                    failed.compareAndSet(null, thrown);
                }
            }));
        }
        try {
            for (Thread thread : threads) {
                thread.join();
            }
        } catch (InterruptedException interrupted) {
            throw new AssertionError(interrupted);
        }
        assertThat(failed).hasValue(null);
    }
}
