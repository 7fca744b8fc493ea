package dev.mosaic.parallel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.Mosaic;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The small program of docs/guides/parallel.md in each style: all give the same number, to the last bit. */
class GuideTest {
    private static final RandomStreams STREAMS = new RandomStreams(42);
    private static final List<Integer> PARTS = IntStream.range(0, 100).boxed().toList();
    private static final double PI = mean(PARTS.stream().map(GuideTest::area).toList());

    private static Mosaic mosaic;

    @BeforeAll
    static void start() {
        mosaic = Mosaic.start(options -> options.workers(2).noDashboard());
    }

    @AfterAll
    static void stop() {
        mosaic.close();
    }

    static double area(int part) {
        RandomGenerator random = STREAMS.at(part);
        int inside = 0;
        for (int i = 0; i < 10_000; i++) {
            double x = random.nextDouble();
            double y = random.nextDouble();
            inside += x * x + y * y < 1 ? 1 : 0;
        }
        return inside / 2_500.0;
    }

    private static double mean(List<Double> areas) {
        return areas.stream().mapToDouble(each -> each).average().orElseThrow();
    }

    @Test
    void shouldBeNearPi() {
        assertThat(PI).isBetween(3.13, 3.15);
    }

    @Test
    void shouldMapTasks() {
        assertThat(mean(mosaic.gather(mosaic.map(PARTS, GuideTest::area)))).isEqualTo(PI);
    }

    @Test
    void shouldGatherAStream() {
        assertThat(mean(PARTS.stream()
                        .gather(Parallel.map(mosaic, GuideTest::area))
                        .toList()))
                .isEqualTo(PI);
    }

    @Test
    void shouldMapWithAPool() {
        try (var pool = Pool.of(mosaic, 2)) {
            assertThat(mean(pool.map(PARTS, GuideTest::area))).isEqualTo(PI);
        }
    }

    @Test
    void shouldTakeResultsOfAPoolAsTheyCome() {
        try (var pool = Pool.of(mosaic, 2);
                Stream<Double> areas = pool.imap(PARTS.stream(), GuideTest::area)) {
            assertThat(mean(areas.toList())).isEqualTo(PI);
        }
    }

    @Test
    void shouldComputeAGraph() {
        List<Delayed<Double>> areas =
                PARTS.stream().map(part -> Delayed.of(() -> area(part))).toList();
        Delayed<Double> mean = Delayed.all(areas).then(GuideTest::mean);
        assertThat(mean.compute(mosaic)).isEqualTo(PI);
    }

    @Test
    void shouldTakeABag() {
        assertThat(mean(Bag.of(PARTS, 8).map(GuideTest::area).toList().compute(mosaic)))
                .isEqualTo(PI);
    }

    @Test
    void shouldUseAContext() {
        try (Pool<RandomStreams> pool = Pool.with(mosaic, () -> new RandomStreams(42), options -> {})) {
            assertThat(mean(pool.mapWith(PARTS, (streams, part) -> area(part)))).isEqualTo(PI);
        }
    }

    private record Area(int part) implements Callable<Double>, Serializable {
        @Override
        public Double call() {
            return area(part);
        }
    }

    @Test
    void shouldSubmitToAnExecutor() throws Exception {
        try (ExecutorService executor = mosaic.executorService()) {
            List<Double> areas = new ArrayList<>();
            for (Future<Double> each :
                    executor.invokeAll(PARTS.stream().map(Area::new).toList())) {
                areas.add(each.get());
            }
            assertThat(mean(areas)).isEqualTo(PI);
        }
    }
}
