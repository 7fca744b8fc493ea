package dev.mosaic.parallel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mosaic.ConstructorFailedException;
import dev.mosaic.InvalidOptionException;
import dev.mosaic.Mosaic;
import dev.mosaic.SerializationException;
import dev.mosaic.Task;
import dev.mosaic.WorkerLostException;
import dev.mosaic.function.Function0;
import dev.mosaic.testing.Eventually;
import io.smallrye.mutiny.Uni;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pools, in worker processes. */
class PoolTest {
    private static Mosaic mosaic;

    @BeforeAll
    static void start() {
        mosaic = Mosaic.start(options -> options.workers(2).noDashboard());
    }

    @AfterAll
    static void stop() {
        mosaic.close();
    }

    /** In each worker: how many contexts were made there. */
    static final class Counted implements Serializable {
        private static final AtomicInteger MADE = new AtomicInteger();
        private final int number = MADE.incrementAndGet();
        private final long pid = ProcessHandle.current().pid();
        private int items;
    }

    @Test
    void shouldGiveTheResultsOfAllItemsInTheirOrder() {
        List<Integer> items = IntStream.range(0, 10_000).boxed().toList();
        try (var pool = Pool.of(mosaic, 2)) {
            assertThat(pool.map(items, x -> x * x))
                    .isEqualTo(items.stream().map(x -> x * x).toList());
            assertThat(pool.map(List.<Integer>of(), x -> x)).isEmpty();
            assertThat(pool.size()).isEqualTo(2);
        }
    }

    @Test
    void shouldTakeNullsAndGiveThem() {
        try (var pool = Pool.of(mosaic, options -> options.workers(2).chunkSize(2))) {
            List<String> items = new ArrayList<>();
            items.add("a");
            items.add(null);
            items.add("c");
            assertThat(pool.map(items, x -> x == null ? "none" : x.equals("c") ? null : x))
                    .containsExactly("a", "none", null);
        }
    }

    @Test
    void shouldCallFunctionsOfTwoParametersWithPairs() {
        try (var pool = Pool.of(mosaic, 2)) {
            assertThat(pool.starmap(
                            List.of(2, 3, 10), List.of(5L, 2L, 3L), (base, power) -> (long) Math.pow(base, power)))
                    .containsExactly(32L, 9L, 1000L);
            assertThatThrownBy(() -> pool.starmap(List.of(1), List.of(), (a, b) -> a))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("first=1 items and second=0 are not as many");
        }
    }

    @Test
    void shouldMakeAContextInEachWorkerOnce() {
        try (Pool<Counted> pool = Pool.with(
                mosaic, () -> new Counted(), options -> options.workers(2).chunkSize(10))) {
            List<String> seen = pool.mapWith(
                    IntStream.range(0, 1_000).boxed().toList(), (context, item) -> context.pid + "-" + context.number);
            assertThat(seen.stream().distinct().toList()).hasSizeBetween(1, 2);
        }
    }

    @Test
    void shouldMakeWorkersAgainThatHaveComputedEnough() {
        try (Pool<Counted> pool = Pool.with(
                mosaic,
                () -> new Counted(),
                options -> options.workers(1).chunkSize(5).maxTasksPerWorker(10))) {
            List<Integer> most =
                    pool.mapWith(IntStream.range(0, 100).boxed().toList(), (context, item) -> ++context.items);
            assertThat(most).hasSize(100).allMatch(items -> items <= 10).contains(10);
        }
    }

    @Test
    void shouldThrowWhatAFunctionThrowsAndCancelTheRest() {
        try (var pool = Pool.of(mosaic, options -> options.workers(2).chunkSize(1))) {
            assertThatThrownBy(() -> pool.map(IntStream.range(0, 100).boxed().toList(), x -> {
                        if (x == 50) {
                            throw new IllegalStateException("shot 50 has no receivers");
                        }
                        return x;
                    }))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("shot 50 has no receivers");
            assertThat(pool.map(List.of(1, 2), x -> x + 1)).as("it goes on").containsExactly(2, 3);
        }
    }

    @Test
    void shouldRefusePromises() {
        try (var pool = Pool.of(mosaic, 2)) {
            assertThatThrownBy(() -> pool.map(List.of(1, 2), CompletableFuture::completedFuture))
                    .isInstanceOf(SerializationException.class)
                    .hasMessageContaining("the function gave a promise");
        }
        assertThatThrownBy(() -> Stream.of(1)
                        .gather(Parallel.map(mosaic, x -> Uni.createFrom().item(x)))
                        .toList())
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("the function gave a promise");
    }

    @Test
    void shouldComputeItemsOfAnEndlessStreamAsTheyAreTaken() {
        AtomicInteger made = new AtomicInteger();
        try (var pool = Pool.of(mosaic, options -> options.workers(2).chunkSize(3));
                Stream<Integer> results = pool.imap(Stream.generate(made::getAndIncrement), x -> x * 10)) {
            assertThat(made.get()).as("before anybody wants one").isZero();
            Iterator<Integer> each = results.iterator();
            for (int i = 0; i < 20; i++) {
                assertThat(each.next()).isEqualTo(i * 10);
            }
            assertThat(made.get()).as("ahead").isLessThanOrEqualTo(20 + 3 * 2 * (2 + 1));
        }
    }

    @Test
    void shouldTakeFewItemsOfAnEndlessStreamByDefault() {
        AtomicInteger made = new AtomicInteger();
        try (var pool = Pool.of(mosaic, 2);
                Stream<Integer> results = pool.imap(Stream.generate(made::getAndIncrement), item -> {
                    assertThat(new CountDownLatch(1).await(5, TimeUnit.MILLISECONDS))
                            .isFalse();
                    return item;
                })) {
            Iterator<Integer> each = results.iterator();
            for (int i = 0; i < 10; i++) {
                assertThat(each.next()).isEqualTo(i);
            }
            assertThat(made.get()).as("four chunks, of 64 items at most so far").isLessThan(300);
        }
    }

    @Test
    void shouldGiveTheResultsOfASourceThatIsSilent() {
        BlockingQueue<Integer> source = new LinkedBlockingQueue<>();
        Stream<Integer> items = Stream.generate(() -> taken(source)).takeWhile(each -> each >= 0);
        try (var pool = Pool.of(mosaic, 2);
                Stream<Integer> results = pool.imap(items, item -> item + 1)) {
            Iterator<Integer> each = results.iterator();
            for (int count : new int[] {5, 105, 1}) {
                IntStream.range(0, count).forEach(source::add);
                for (int i = 0; i < count; i++) {
                    assertThat(each.next()).isEqualTo(i + 1);
                }
            }
            source.add(-1);
            assertThat(each.hasNext()).isFalse();
        }
    }

    private static int taken(BlockingQueue<Integer> source) {
        try {
            return source.take();
        } catch (InterruptedException closed) {
            return -1;
        }
    }

    @Test
    void shouldThrowWhatASourceThrowsAfterTheResultsBefore() {
        try (var pool = Pool.of(mosaic, 2);
                Stream<Integer> results = pool.imap(Stream.of(3, 2, 1, 0).map(x -> 6 / x), x -> x)) {
            Iterator<Integer> each = results.iterator();
            assertThatThrownBy(() -> each.forEachRemaining(any -> {})).isInstanceOf(ArithmeticException.class);
        }
    }

    @Test
    void shouldGiveUnorderedResultsAsTheyAreThere(@TempDir Path folder) {
        String last = folder.resolve("last").toString();
        try (var pool = Pool.of(mosaic, options -> options.workers(2).chunkSize(1))) {
            List<Integer> order = pool.imapUnordered(Stream.of(0, 1, 2, 3), item -> {
                        if (item == 0) {
                            Eventually.holds("the last one is there", () -> Files.exists(Path.of(last)));
                        } else if (item == 3) {
                            Files.createFile(Path.of(last));
                        }
                        return item;
                    })
                    .toList();
            assertThat(order).containsExactlyInAnyOrder(0, 1, 2, 3);
            assertThat(order.getFirst()).as("0 ends when 3 has begun").isNotZero();
        }
    }

    @Test
    void shouldGiveNativeLibrariesInWorkersTheirShareOfTheProcessors() {
        String share = Integer.toString(Math.max(1, Runtime.getRuntime().availableProcessors() / 2));
        try (var pool = Pool.of(mosaic, 2)) {
            assertThat(pool.map(List.of("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS"), System::getenv))
                    .containsExactly(share, share, share);
        }
    }

    @Test
    void shouldTellACallbackOfASingleItem() throws InterruptedException {
        CountDownLatch told = new CountDownLatch(1);
        try (var pool = Pool.of(mosaic, 2)) {
            Task<Integer> task = pool.apply(x -> x + 1, 41);
            var _ = task.toCompletionStage().thenAccept(result -> {
                if (result == 42) {
                    told.countDown();
                }
            });
            assertThat(told.await(Eventually.PATIENCE.toSeconds(), TimeUnit.SECONDS))
                    .isTrue();
        }
    }

    /** The documented outcome: the same results, whichever worker is lost. */
    @Test
    void shouldComputeItemsOfALostWorkerAgainWithTheSameRandomNumbers() {
        RandomStreams streams = new RandomStreams(7);
        List<Integer> items = IntStream.range(0, 400).boxed().toList();
        List<Double> expected = items.stream().map(i -> area(streams, i)).toList();
        long head = ProcessHandle.current().pid();
        ConcurrentHashMap<Long, Boolean> killed = new ConcurrentHashMap<>();
        try (var pool = Pool.of(mosaic, options -> options.workers(2).chunkSize(4));
                Stream<Double> areas = pool.imap(items.stream(), i -> area(streams, i))) {
            List<Double> seen = new ArrayList<>();
            areas.forEach(each -> {
                seen.add(each);
                if (seen.size() == 40) {
                    long pid =
                            pool.apply(any -> ProcessHandle.current().pid(), 0).result();
                    assertThat(pid).isNotEqualTo(head);
                    killed.put(pid, ProcessHandle.of(pid).orElseThrow().destroyForcibly());
                }
            });
            assertThat(killed).hasSize(1).containsValue(true);
            assertThat(seen).isEqualTo(expected);
        }
    }

    @Tag("long")
    @Tag("variants")
    @Test
    void shouldFailWhereContextsEndTheirProcesses() {
        Function0<String> halts = () -> {
            Runtime.getRuntime().halt(3);
            return "never";
        };
        try (Pool<String> pool = Pool.with(mosaic, halts, options -> options.workers(1))) {
            assertThatThrownBy(() -> pool.mapWith(List.of(1, 2), (context, item) -> context + item))
                    .isInstanceOf(ConstructorFailedException.class)
                    .hasMessageContaining("8 workers in turn ended before its constructor, or the context of its pool");
        }
        assertThat(mosaic.submit(() -> 1).result()).isEqualTo(1);
        try (var pool = Pool.of(mosaic, options -> options.workers(1).maxRetries(0))) {
            assertThatThrownBy(() -> pool.map(List.of(1), item -> {
                        Runtime.getRuntime().halt(3);
                        return item;
                    }))
                    .isInstanceOf(WorkerLostException.class)
                    .hasMessageContaining("or set maxRetries");
            assertThat(pool.map(List.of(1), item -> item + 1)).as("it goes on").containsExactly(2);
        }
    }

    @Test
    void shouldRefuseOptionsThatMeanNothing() {
        assertThatThrownBy(() -> Pool.of(mosaic, 0))
                .isInstanceOf(InvalidOptionException.class)
                .hasMessageContaining("workers=0");
        assertThatThrownBy(() -> Pool.of(mosaic, options -> options.chunkSize(-1)))
                .isInstanceOf(InvalidOptionException.class)
                .hasMessageContaining("chunkSize=-1");
        assertThatThrownBy(() -> Pool.of(mosaic, options -> options.maxTasksPerWorker(0)))
                .isInstanceOf(InvalidOptionException.class)
                .hasMessageContaining("maxTasksPerWorker=0");
    }

    static double area(RandomStreams streams, int index) {
        var random = streams.at(index);
        int inside = 0;
        for (int i = 0; i < 20_000; i++) {
            double x = random.nextDouble();
            double y = random.nextDouble();
            inside += x * x + y * y < 1 ? 1 : 0;
        }
        return inside / 5_000.0;
    }

    // ---- streams

    @Test
    void shouldGatherTheResultsOfAStreamInItsOrder() {
        List<Integer> items = IntStream.range(0, 5_000).boxed().toList();
        assertThat(items.stream().gather(Parallel.map(mosaic, x -> x * 3)).toList())
                .isEqualTo(items.stream().map(x -> x * 3).toList());
        assertThat(Stream.<Integer>of().gather(Parallel.map(mosaic, x -> x)).toList())
                .isEmpty();
    }

    @Test
    void shouldGatherOfAnEndlessStreamWhatIsWanted() {
        assertThat(Stream.iterate(1, x -> x + 1)
                        .gather(Parallel.map(mosaic, x -> x * x))
                        .limit(30)
                        .toList())
                .isEqualTo(IntStream.rangeClosed(1, 30).map(x -> x * x).boxed().toList());
    }

    /** An item each 10 ms: results do not wait until there are many. */
    @Test
    void shouldGiveTheResultsOfASlowSourceAsItsItemsCome() {
        AtomicInteger taken = new AtomicInteger();
        AtomicInteger given = new AtomicInteger();
        AtomicInteger behind = new AtomicInteger();
        CountDownLatch never = new CountDownLatch(1);
        IntStream.range(0, 60)
                .mapToObj(item -> {
                    try {
                        assertThat(never.await(10, TimeUnit.MILLISECONDS)).isFalse();
                    } catch (InterruptedException impossible) {
                        throw new IllegalStateException(impossible);
                    }
                    behind.set(taken.incrementAndGet() - given.get());
                    return item;
                })
                .gather(Parallel.map(mosaic, x -> x))
                .forEach(any -> given.incrementAndGet());
        assertThat(given.get()).isEqualTo(60);
        assertThat(behind.get()).as("at the last one").isLessThan(10);
    }

    @Test
    void shouldThrowWhatAFunctionOfAStreamThrows() {
        assertThatThrownBy(() -> Stream.of("1", "two", "3")
                        .gather(Parallel.map(mosaic, Integer::parseInt))
                        .toList())
                .isInstanceOf(NumberFormatException.class)
                .hasMessageContaining("two");
    }
}
