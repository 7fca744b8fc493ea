package dev.mosaic.parallel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.Copies;
import dev.mosaic.Mosaic;
import dev.mosaic.Reduction;
import dev.mosaic.function.Function0;
import dev.mosaic.function.Function1;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** What functions change: in what they captured, in their items, and in what they have given. No other item sees it, however many travel together. */
@SuppressWarnings("ArrayRecordComponent") // they are what is changed
class CapturesTest {
    private static final List<Integer> SIZES = List.of(1, 8, 320, 3_000);

    private static final double[] BUFFER = new double[2];

    private static Mosaic mosaic;

    private interface Style {
        <A, R> List<R> map(List<A> items, Function1<A, R> function);
    }

    private record Box(int[] cells) implements Serializable {}

    /** A function with a state of its own. */
    private static final class Tally implements Function1<Integer, Integer> {
        private static final long serialVersionUID = 1L;

        private int count;

        @Override
        public Integer apply(Integer item) {
            count++;
            return count;
        }
    }

    @BeforeAll
    static void start() {
        mosaic = Mosaic.start(2);
    }

    @AfterAll
    static void close() {
        mosaic.close();
    }

    private static Map<String, Style> styles() {
        return Map.of(
                "map",
                new Style() {
                    @Override
                    public <A, R> List<R> map(List<A> items, Function1<A, R> function) {
                        return mosaic.gather(mosaic.map(items, function));
                    }
                },
                "pool",
                new Style() {
                    @Override
                    public <A, R> List<R> map(List<A> items, Function1<A, R> function) {
                        try (var pool = Pool.of(mosaic, 2)) {
                            return pool.map(items, function);
                        }
                    }
                },
                "pool in chunks",
                new Style() {
                    @Override
                    public <A, R> List<R> map(List<A> items, Function1<A, R> function) {
                        try (var pool = Pool.of(
                                        mosaic, options -> options.workers(2).chunkSize(100));
                                Stream<R> results = pool.imap(items.stream(), function)) {
                            return results.toList();
                        }
                    }
                },
                "pool with contexts",
                new Style() {
                    @Override
                    public <A, R> List<R> map(List<A> items, Function1<A, R> function) {
                        try (var pool = Pool.with(mosaic, () -> "context", options -> options.workers(2))) {
                            return pool.mapWith(items, (context, item) -> function.apply(item));
                        }
                    }
                },
                "stream",
                new Style() {
                    @Override
                    public <A, R> List<R> map(List<A> items, Function1<A, R> function) {
                        return items.stream()
                                .gather(Parallel.map(mosaic, function))
                                .toList();
                    }
                });
    }

    private static Map<String, Style> stylesAndBag() {
        Map<String, Style> styles = new HashMap<>(styles());
        styles.put("bag", new Style() {
            @Override
            public <A, R> List<R> map(List<A> items, Function1<A, R> function) {
                return Bag.of(items, 3).map(function).toList().compute(mosaic);
            }
        });
        return styles;
    }

    private static Stream<DynamicTest> each(Map<String, Style> styles, Function1<Style, ?> check) {
        return styles.entrySet().stream()
                .map(style -> DynamicTest.dynamicTest(style.getKey(), () -> check.apply(style.getValue())));
    }

    /** Each gives 1 for an item that finds what was captured as it was. */
    private static Map<String, Function1<Integer, Integer>> functions() {
        Map<String, Function1<Integer, Integer>> functions = new HashMap<>();
        int first = new Random(7).nextInt();
        Random random = new Random(7);
        functions.put("a generator of random numbers", item -> random.nextInt() == first ? 1 : 0);
        int[] counter = {0};
        functions.put("an array", item -> ++counter[0]);
        List<Integer> seen = new ArrayList<>();
        functions.put("a list", item -> {
            seen.add(item);
            return seen.size();
        });
        Box box = new Box(new int[1]);
        functions.put("an array in a record", item -> ++box.cells()[0]);
        Optional<int[]> inside = Optional.of(new int[1]);
        functions.put("an array in an optional", item -> ++inside.get()[0]);
        List<int[]> fixed = List.of(new int[1]);
        functions.put("an array in a list that is fixed", item -> ++fixed.getFirst()[0]);
        Function1<Integer, Integer> inner = functions.get("an array");
        functions.put("a function", item -> inner.apply(item));
        functions.put("itself", new Tally());
        Random other = new Random(7);
        double[] large = new double[300_000];
        functions.put(
                "a generator beside a large array",
                item -> large.length == 300_000 && other.nextInt() == first ? 1 : 0);
        return functions;
    }

    @TestFactory
    Stream<DynamicTest> shouldGiveEachItemWhatWasCaptured() {
        return each(stylesAndBag(), style -> {
            for (int size : SIZES) {
                List<Integer> items = IntStream.range(0, size).boxed().toList();
                for (Map.Entry<String, Function1<Integer, Integer>> each :
                        functions().entrySet()) {
                    assertThat(style.map(items, each.getValue()))
                            .as("%s, %d items", each.getKey(), size)
                            .isEqualTo(Collections.nCopies(size, 1));
                }
            }
            return null;
        });
    }

    private static double[] buffer(int item) {
        Arrays.fill(BUFFER, item);
        return BUFFER;
    }

    @TestFactory
    Stream<DynamicTest> shouldCaptureEachResultBeforeTheNextItem() {
        return each(styles(), style -> {
            for (int size : SIZES) {
                List<Integer> items = IntStream.range(0, size).boxed().toList();
                assertThat(style.map(items, CapturesTest::buffer))
                        .as("an array, %d items", size)
                        .extracting(array -> (int) array[1])
                        .isEqualTo(items);
                Function1<Integer, List<double[]>> lists = item -> List.of(buffer(item));
                assertThat(style.map(items, lists))
                        .as("an array in a list, %d items", size)
                        .extracting(list -> (int) list.getFirst()[1])
                        .isEqualTo(items);
            }
            return null;
        });
    }

    @TestFactory
    Stream<DynamicTest> shouldGiveEachItemAsItWas() {
        return each(styles(), style -> {
            for (int size : SIZES) {
                List<int[]> items = Collections.nCopies(size, new int[1]);
                assertThat(style.map(items, item -> ++item[0]))
                        .as("an array, %d items", size)
                        .isEqualTo(Collections.nCopies(size, 1));
                List<Box> boxes = Collections.nCopies(size, new Box(new int[1]));
                assertThat(style.map(boxes, item -> ++item.cells()[0]))
                        .as("an array in a record, %d items", size)
                        .isEqualTo(Collections.nCopies(size, 1));
            }
            return null;
        });
    }

    @Test
    void shouldFoldByKeyFromWhatWasCaptured() {
        int[] zero = {0};
        Function0<int[]> begun = () -> zero;
        List<Integer> items = IntStream.range(0, 100).boxed().toList();
        Map<Integer, int[]> sums = Bag.of(items, 4)
                .foldBy(
                        item -> item % 3,
                        begun,
                        (sum, item) -> {
                            sum[0] += item;
                            return sum;
                        },
                        (a, b) -> {
                            a[0] += b[0];
                            return a;
                        })
                .compute(mosaic);
        for (int key = 0; key < 3; key++) {
            int of = key;
            assertThat(sums.get(key))
                    .containsExactly(IntStream.range(0, 100)
                            .filter(item -> item % 3 == of)
                            .sum());
        }
    }

    @Test
    void shouldCallEveryFunctionOfABagWithWhatWasCaptured() {
        int[] calls = new int[1];
        List<Integer> items = IntStream.range(0, 60).boxed().toList();
        Bag<Integer> bag = Bag.of(items, 2);
        assertThat(bag.filter(item -> ++calls[0] == 1).count().compute(mosaic)).isEqualTo(60);
        assertThat(bag.flatMap(item -> Stream.of(++calls[0])).toList().compute(mosaic))
                .containsOnly(1);
        assertThat(bag.groupBy(item -> ++calls[0], 2).toList().compute(mosaic)).hasSize(1);
        assertThat(bag.join(bag, item -> ++calls[0] * 7, item -> item, (a, b) -> b * 10 + ++calls[0])
                        .toList()
                        .compute(mosaic))
                .containsOnly(71);
        assertThat(bag.fold(() -> 0, (sum, item) -> sum + ++calls[0], Integer::sum)
                        .compute(mosaic))
                .isEqualTo(60);
        assertThat(bag.topk(1, item -> item + 1000 * ++calls[0]).compute(mosaic))
                .containsExactly(59);
    }

    @Test
    void shouldReduceWithAnOperatorThatWrites() {
        int[] one = {1};
        assertThat(Bag.of(Collections.nCopies(8, one), 2)
                        .reduce(CapturesTest::add)
                        .compute(mosaic)
                        .orElseThrow())
                .containsExactly(8);
        List<List<Integer>> lists = List.of(new ArrayList<>(List.of(1)), new ArrayList<>(List.of(2)));
        Reduction<List<Integer>> all = Reduction.pairwise((a, b) -> {
            a.addAll(b);
            return a;
        });
        assertThat(all.here(lists)).containsExactly(1, 2);
        assertThat(all.here(lists)).containsExactly(1, 2);
        assertThat(lists.getFirst()).containsExactly(1);
    }

    private static int[] add(int[] a, int[] b) {
        a[0] += b[0];
        return a;
    }

    @Test
    void shouldKeepApartWhatTheStepsOfAChainCaptured() {
        List<Integer> shared = new ArrayList<>();
        Delayed<Integer> chain = Delayed.of(() -> {
                    shared.add(1);
                    return shared.size();
                })
                .then(size -> {
                    shared.add(2);
                    return size * 10 + shared.size();
                })
                .then(sizes -> {
                    shared.add(3);
                    return sizes * 10 + shared.size();
                });
        assertThat(chain.compute(mosaic)).isEqualTo(111);
        Delayed<Integer> tasks = Delayed.of(() -> {
                    shared.add(1);
                    return shared.size();
                })
                .withCallOptions(options -> {})
                .then(size -> {
                    shared.add(2);
                    return size * 10 + shared.size();
                });
        assertThat(tasks.compute(mosaic)).isEqualTo(11);
    }

    @Test
    void shouldCopyWhatCanBeChanged() {
        Box box = new Box(new int[] {3});
        assertThat(Copies.of(box)).isNotSameAs(box);
        assertThat(Copies.of(box).cells()).containsExactly(3).isNotSameAs(box.cells());
        List<String> words = List.of("a");
        assertThat(Copies.of(words)).isSameAs(words);
        var copies = Copies.each(box);
        box.cells()[0] = 4;
        copies.get().cells()[0] = 5;
        assertThat(copies.get().cells()).containsExactly(3);
        record Model(double[] values, int[] state) implements Serializable {}
        Model model = new Model(new double[200_000], new int[1]);
        var models = Copies.each(model);
        assertThat(models.get().values()).isSameAs(model.values());
        assertThat(models.get().state()).isNotSameAs(model.state());
    }
}
