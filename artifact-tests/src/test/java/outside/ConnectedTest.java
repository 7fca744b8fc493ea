package outside;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.Mosaic;
import dev.mosaic.parallel.Bag;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A program that connects to a head and a node: its workers get its classes from the program. */
class ConnectedTest {
    private static HeadAndNode cluster;
    private static Mosaic mosaic;

    @BeforeAll
    static void start() throws Exception {
        cluster = new HeadAndNode(2, "--gpus", "1");
        mosaic = Mosaic.connect(cluster.address());
    }

    @AfterAll
    static void stop() throws InterruptedException {
        mosaic.close();
        cluster.close();
    }

    @Test
    void shouldSeeItsClassesInAllThreadsOfTasks() {
        List<String> seen = mosaic.submit(() -> {
                    try (ForkJoinPool pool = new ForkJoinPool(2)) {
                        List<String> all = new ArrayList<>();
                        all.add(ThreadsOfTasksTest.seen());
                        all.add(CompletableFuture.supplyAsync(ThreadsOfTasksTest::seen)
                                .join());
                        all.add(CompletableFuture.supplyAsync(ThreadsOfTasksTest::seen, pool)
                                .join());
                        IntStream.range(0, 100)
                                .parallel()
                                .mapToObj(i -> ThreadsOfTasksTest.seen())
                                .distinct()
                                .forEachOrdered(all::add);
                        return all;
                    }
                })
                .result();
        assertThat(seen).hasSize(4).containsOnly(ThreadsOfTasksTest.SEEN);
    }

    @Test
    void shouldSeeItsClassesInAWorkerWithADevice() {
        assertThat(mosaic.withCallOptions(o -> o.gpus(1))
                        .submit(() -> ThreadsOfTasksTest.seen())
                        .result())
                .isEqualTo(ThreadsOfTasksTest.SEEN);
    }

    @Test
    void shouldPassValuesOfLibraries() {
        List<Object> values = new ArrayList<>(LibraryValuesTest.values().values());
        assertThat(mosaic.submit(each -> each, (Object) values).result()).isEqualTo(values);
    }

    @Test
    void shouldGroupByEnums() {
        List<TimeUnit> all = List.of(TimeUnit.values());
        List<TimeUnit> items =
                IntStream.range(0, 320).mapToObj(i -> all.get(i % all.size())).toList();
        List<Map.Entry<TimeUnit, List<TimeUnit>>> groups =
                Bag.of(items, 8).groupBy(each -> each, 5).toList().compute(mosaic);
        assertThat(groups).hasSize(all.size()).extracting(Map.Entry::getKey).doesNotHaveDuplicates();
    }
}
