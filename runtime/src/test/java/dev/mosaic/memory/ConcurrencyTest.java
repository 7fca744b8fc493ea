package dev.mosaic.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.message.Place;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Owners that allocate and free while readers copy what may be freed at any time. */
class ConcurrencyTest {
    private static final int OWNERS = 3;
    private static final int READERS = 3;
    private static final int ENOUGH = 20;
    private static final long LEAST_NANOS = TimeUnit.MILLISECONDS.toNanos(1000);
    private static final long MOST_NANOS = TimeUnit.SECONDS.toNanos(30);

    private final AtomicReferenceArray<Place> places = new AtomicReferenceArray<>(16);
    private final AtomicLong whole = new AtomicLong();
    private final long started = System.nanoTime();
    private final AtomicLong stale = new AtomicLong();

    /**
     * Of each range all words are its generation, so that a torn or foreign one shows. There are four sizes, so that one range
     * often lies where another of its size was.
     */
    @ParameterizedTest
    @ValueSource(longs = {20_000, 2 << 20, 40 << 20})
    void shouldGiveReadersAWholeRangeOrNone(long most) throws Exception {
        try (SharedMemory memory = SharedMemory.open(9, 256 << 20);
                Mappings mappings = new Mappings();
                ExecutorService threads = Executors.newCachedThreadPool()) {
            List<Callable<Boolean>> work = new ArrayList<>();
            for (int i = 0; i < OWNERS; i++) {
                SplittableRandom random = new SplittableRandom(i);
                work.add(() -> own(memory, random, most));
            }
            for (int i = 0; i < READERS; i++) {
                SplittableRandom random = new SplittableRandom(100 + i);
                work.add(() -> read(mappings, random));
            }
            for (Future<Boolean> done : threads.invokeAll(work)) {
                assertThat(done.get()).isTrue();
            }
            assertThat(memory.usedBytes()).isZero();
            memory.trim();
            assertThat(memory.mappedBytes()).isZero();
        }
        assertThat(whole).hasValueGreaterThanOrEqualTo(ENOUGH);
        assertThat(stale).hasValueGreaterThanOrEqualTo(ENOUGH);
    }

    private boolean goesOn() {
        long nanos = System.nanoTime() - started;
        return nanos < LEAST_NANOS || (nanos < MOST_NANOS && (whole.get() < ENOUGH || stale.get() < ENOUGH));
    }

    private boolean own(SharedMemory memory, SplittableRandom random, long most) {
        List<SharedMemory.Range> ranges = new ArrayList<>();
        while (goesOn()) {
            SharedMemory.Range range = memory.allocate(most * (1 + random.nextLong(4)) / 4);
            if (range != null) {
                fill(range.segment(), range.place().generation());
                ranges.add(range);
                places.set(random.nextInt(places.length()), range.place());
            }
            if (range == null || ranges.size() > 4) {
                if (!ranges.isEmpty()) {
                    ranges.remove(random.nextInt(ranges.size())).free();
                }
                if (random.nextInt(5) == 0) {
                    memory.trim();
                }
            }
        }
        ranges.forEach(SharedMemory.Range::free);
        return true;
    }

    private boolean read(Mappings mappings, SplittableRandom random) {
        while (goesOn()) {
            Place place = places.get(random.nextInt(places.length()));
            if (place == null) {
                continue;
            }
            try {
                if (!mappings.copy(place, bytes -> isFilled(bytes, place.generation()))) {
                    return false;
                }
                whole.incrementAndGet();
            } catch (StaleException _) {
                stale.incrementAndGet();
            }
        }
        return true;
    }

    private static void fill(MemorySegment bytes, long word) {
        for (long at = 0; at < bytes.byteSize(); at += 8) {
            bytes.set(ValueLayout.JAVA_LONG, at, word);
        }
    }

    private static boolean isFilled(MemorySegment bytes, long word) {
        boolean same = true;
        for (long at = 0; at < bytes.byteSize(); at += 8) {
            same &= bytes.get(ValueLayout.JAVA_LONG, at) == word;
        }
        return same;
    }
}
