package dev.mosaic.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Which items are sent when, in chunks of which size. */
class WindowTest {
    private static final long MILLI = 1_000_000;
    private static final long LATE = Window.LINGER_NANOS;

    private long now = 17;

    private static Window<Integer, String> ofStream(int chunkSize) {
        return new Window<>(new ChunkSize(chunkSize, Long.MAX_VALUE), Window.UNKNOWN, true);
    }

    private List<Integer> next(Window<Integer, String> window, int most) {
        Window.Chunk<Integer> chunk = window.next(most, now);
        return chunk == null ? List.of() : chunk.items();
    }

    private void add(Window<Integer, String> window, int... items) {
        for (int item : items) {
            window.add(item, now);
        }
    }

    @Test
    void shouldSendWhatIsThereWhereTheSourceIsSlow() {
        Window<Integer, String> window = ofStream(10);
        add(window, 0);
        assertThat(next(window, 9)).as("the first one does not wait").containsExactly(0);
        add(window, 1, 2);
        assertThat(next(window, 9)).as("two at once: there may be more").isEmpty();
        now += LATE;
        assertThat(next(window, 9)).as("nobody came for a while").containsExactly(1, 2);
        now += LATE;
        add(window, 3);
        assertThat(next(window, 9)).as("one that comes late comes alone").containsExactly(3);
    }

    @Test
    void shouldSendAFullChunkAtOnceAndTheLastOneAsItIs() {
        Window<Integer, String> window = ofStream(2);
        add(window, 0, 1, 2);
        assertThat(next(window, 9)).containsExactly(0, 1);
        add(window, 3);
        assertThat(next(window, 9)).containsExactly(2, 3);
        add(window, 4);
        assertThat(next(window, 9)).isEmpty();
        window.complete();
        assertThat(next(window, 9)).containsExactly(4);
        assertThat(window.isOver()).as("three chunks are under way").isFalse();
    }

    @Test
    void shouldTakeNoMoreThanItCanSend() {
        Window<Integer, String> window = ofStream(3);
        assertThat(window.room(0)).as("no worker is there").isZero();
        assertThat(window.room(2)).isEqualTo(3);
        add(window, 0);
        assertThat(window.room(2)).isEqualTo(2);
        assertThat(next(window, 2)).hasSize(1);
        add(window, 1, 2, 3);
        assertThat(next(window, 2)).hasSize(3);
        assertThat(window.room(2)).as("two chunks are under way").isZero();
        assertThat(window.room(3)).as("a worker more").isEqualTo(3);
    }

    @Test
    void shouldBeginAStreamWithOneItemAndGrowEightfold() {
        Window<Integer, String> window = ofStream(0);
        int size = 1;
        for (int i = 0; i < 5; i++) {
            assertThat(window.room(1)).isEqualTo(size);
            IntStream.range(0, size).forEach(item -> window.add(item, now));
            Window.Chunk<Integer> chunk = Objects.requireNonNull(window.next(1, now));
            window.ended(chunk, "", chunk.items().size() * 1000L, 0);
            assertThat(window.poll()).isNotNull();
            size *= 8;
        }
    }

    @Test
    void shouldGiveResultsInTheOrderOfTheItemsOrAsTheyEnd() {
        for (boolean isOrdered : new boolean[] {true, false}) {
            Window<Integer, String> window = new Window<>(new ChunkSize(1, 1), 3, isOrdered);
            List<Window.Chunk<Integer>> sent = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                window.add(i, now);
                sent.add(Objects.requireNonNull(window.next(3, now)));
            }
            window.complete();
            window.ended(sent.get(2), "c", 1, 0);
            window.ended(sent.get(0), "a", 1, 0);
            List<String> given = new ArrayList<>(polled(window));
            assertThat(given).isEqualTo(isOrdered ? List.of("a") : List.of("c", "a"));
            assertThat(window.isOver()).isFalse();
            window.ended(sent.get(1), "b", 1, 0);
            given.addAll(polled(window));
            assertThat(given).isEqualTo(isOrdered ? List.of("a", "b", "c") : List.of("c", "a", "b"));
            assertThat(window.isOver()).isTrue();
        }
    }

    private static List<String> polled(Window<Integer, String> window) {
        List<String> given = new ArrayList<>();
        for (Window.Ended<String> next = window.poll(); next != null; next = window.poll()) {
            given.add(next.result());
        }
        return given;
    }

    @Test
    void shouldCountResultsThatNobodyHasTaken() {
        Window<Integer, String> window = ofStream(1);
        add(window, 0);
        Window.Chunk<Integer> chunk = Objects.requireNonNull(window.next(1, now));
        window.ended(chunk, "", 1, 0);
        assertThat(window.room(1)).isZero();
        assertThat(window.poll()).isNotNull();
        assertThat(window.room(1)).isOne();
    }

    @Test
    void shouldHearOfAChunkOnce() {
        Window<Integer, String> window = ofStream(1);
        add(window, 0);
        Window.Chunk<Integer> chunk = Objects.requireNonNull(window.next(1, now));
        window.ended(chunk, "", 1, 0);
        assertThatThrownBy(() -> window.ended(chunk, "", 1, 0)).isInstanceOf(IllegalArgumentException.class);
    }

    /** Sources that are fast, slow or silent for a while, of a known length or not; workers that come and go, and take their time. */
    @Test
    void shouldComputeEachItemOnceWhateverComesWhen() {
        for (int seed = 0; seed < 3_000; seed++) {
            new Run(seed).run();
        }
    }

    @Test
    @Tag("long")
    @Tag("variants")
    void shouldComputeEachItemOnceInManyMoreSchedules() {
        for (int seed = 3_000; seed < 100_000; seed++) {
            new Run(seed).run();
        }
    }

    private static final class Run {
        private record End(long nanos, Window.Chunk<Integer> chunk, long took) {}

        private final Random random;
        private final int count;
        private final boolean isOrdered;
        private final Window<Integer, List<Integer>> window;
        private final PriorityQueue<End> ends = new PriorityQueue<>((a, b) -> Long.compare(a.nanos, b.nanos));
        private final List<Integer> results = new ArrayList<>();
        private final String name;
        private long now;
        private int most;
        private int taken;
        private long sourceNanos;
        private long oldestNanos = Long.MAX_VALUE;

        private Run(int seed) {
            random = new Random(seed);
            count = random.nextInt(300);
            isOrdered = random.nextBoolean();
            long all = random.nextBoolean() ? count : Window.UNKNOWN;
            int fixed = random.nextInt(3) == 0 ? 1 + random.nextInt(20) : 0;
            window = new Window<>(new ChunkSize(fixed, 1 + random.nextInt(100)), all, isOrdered);
            name = "seed " + seed + ", items " + count + (all == count ? "" : ", not known before");
        }

        private void run() {
            while (!window.isOver()) {
                most = random.nextInt(20) == 0 ? random.nextInt(9) : Math.max(1, most);
                source();
                send();
                advance();
                while (!ends.isEmpty() && ends.element().nanos <= now) {
                    End end = ends.remove();
                    window.ended(end.chunk, List.copyOf(end.chunk.items()), end.took, random.nextInt(1000));
                }
                for (Window.Ended<List<Integer>> next = window.poll(); next != null; next = window.poll()) {
                    assertThat(next.first()).as(name).isEqualTo((long)
                            next.result().getFirst());
                    results.addAll(next.result());
                }
            }
            if (!isOrdered) {
                results.sort(null);
            }
            assertThat(results)
                    .as(name)
                    .isEqualTo(IntStream.range(0, count).boxed().toList());
        }

        private void source() {
            int room = window.room(most);
            for (int i = 0; i < room && taken < count && sourceNanos <= now; i++) {
                window.add(taken++, now);
                sourceNanos = switch (random.nextInt(30)) {
                    case 0 -> now + random.nextLong(100 * MILLI);
                    case 1, 2, 3 -> now + random.nextLong(2 * MILLI);
                    default -> now;
                };
            }
            if (taken == count) {
                window.complete();
            }
        }

        private void send() {
            for (Window.@Nullable Chunk<Integer> chunk = window.next(most, now);
                    chunk != null;
                    chunk = window.next(most, now)) {
                assertThat(chunk.items()).as(name).isNotEmpty();
                long took = random.nextLong(20 * MILLI) * chunk.items().size() / 10 + 1;
                ends.add(new End(now + took, chunk, took));
                oldestNanos = Long.MAX_VALUE;
                assertThat(ends.size()).as(name).isLessThanOrEqualTo(most);
            }
            oldestNanos = window.isLingering(most) ? Math.min(oldestNanos, now) : Long.MAX_VALUE;
            assertThat(now - oldestNanos)
                    .as("%s: an item waits for others", name)
                    .isLessThanOrEqualTo(LATE);
        }

        /** To the next event, or a little. */
        private void advance() {
            long next = ends.isEmpty() ? now + MILLI : ends.element().nanos;
            now = Math.max(now + 1, Math.min(next, now + MILLI));
        }
    }
}
