package dev.mosaic.parallel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mosaic.Mosaic;
import dev.mosaic.SerializationException;
import dev.mosaic.function.Function1;
import java.io.Serializable;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Currency;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Keys of bags whose hash differs in each process, or whose copies are not equal, in worker processes. */
class BagKeysTest {
    private static final int PARTITIONS = 12;

    private static Mosaic mosaic;

    private enum Colour {
        RED,
        GREEN {
            @Override
            public String toString() {
                return "green";
            }
        },
        BLUE,
        WHITE;

        static Colour of(int number) {
            return values()[number % values().length];
        }
    }

    private record Paint(Colour colour, double shine) implements Serializable {}

    private record Holder(Nameless held) implements Serializable {}

    /** Equal by a string. */
    private static final class Word implements Serializable {
        private static final long serialVersionUID = 1L;

        private final String text;

        Word(String text) {
            this.text = text;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Word word && word.text.equals(text);
        }

        @Override
        public int hashCode() {
            return text.hashCode();
        }
    }

    /** Its hash is made of that of an enum and of its class, which differ in each process. */
    private static final class Shade implements Serializable {
        private static final long serialVersionUID = 1L;

        private final Colour colour;

        Shade(Colour colour) {
            this.colour = colour;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Shade shade && shade.colour == colour;
        }

        @Override
        public int hashCode() {
            return getClass().hashCode() + colour.hashCode();
        }
    }

    /** A record with an equality of its own, which ignores case. */
    private record Name(String text) implements Serializable {
        @Override
        public boolean equals(Object other) {
            return other instanceof Name name && name.text.equalsIgnoreCase(text);
        }

        @Override
        public int hashCode() {
            return text.toLowerCase(Locale.ROOT).hashCode();
        }
    }

    private static final class Nameless implements Serializable {
        private static final long serialVersionUID = 1L;
    }

    private static final Map<String, Function1<Integer, Object>> KEYS = keys();

    private static Map<String, Function1<Integer, Object>> keys() {
        Map<String, Function1<Integer, Object>> keys = new LinkedHashMap<>();
        keys.put("enum", Colour::of);
        keys.put("record of an enum", i -> new Paint(Colour.of(i), i % 2));
        keys.put("list of an enum", i -> new ArrayList<>(Arrays.asList(Colour.of(i), null)));
        keys.put("set of an enum", i -> Set.of(Colour.of(i), Colour.of(i + 1)));
        keys.put("map of an enum", i -> Map.of(Colour.of(i), Colour.of(i + 1)));
        keys.put("entry of an enum", i -> Map.entry(Colour.of(i), i % 3));
        keys.put("optional of an enum", i -> Optional.of(Colour.of(i)));
        keys.put("class", i -> i % 2 == 0 ? String.class : Integer.class);
        keys.put("class of a string", i -> new Word("word" + i % 7));
        keys.put("class of an enum", i -> new Shade(Colour.of(i)));
        keys.put("record with its own equality", i -> new Name(i % 2 == 0 ? "a" : "A"));
        keys.put("decimal", i -> BigDecimal.valueOf(i % 5));
        keys.put("currency", i -> Currency.getInstance(i % 2 == 0 ? "EUR" : "JPY"));
        return keys;
    }

    @BeforeAll
    static void start() {
        mosaic = Mosaic.start(options -> options.workers(3).noDashboard());
    }

    @AfterAll
    static void stop() {
        mosaic.close();
    }

    private static List<Integer> numbers(int count) {
        return IntStream.range(0, count).boxed().toList();
    }

    /** Items by key in this process. */
    private static Map<Object, List<Integer>> expected(int count, Function1<Integer, Object> key) throws Exception {
        Map<Object, List<Integer>> groups = new LinkedHashMap<>();
        for (Integer number : numbers(count)) {
            groups.computeIfAbsent(key.apply(number), any -> new ArrayList<>()).add(number);
        }
        return groups;
    }

    private static void check(int count, String kind, Function1<Integer, Object> key) throws Exception {
        Map<Object, List<Integer>> expected = expected(count, key);
        List<Map.Entry<Object, List<Integer>>> groups = Bag.of(numbers(count), PARTITIONS)
                .<Object>groupBy(key, 3)
                .toList()
                .compute(mosaic);
        Map<Object, List<Integer>> found = new LinkedHashMap<>();
        groups.forEach(each -> found.put(each.getKey(), each.getValue()));
        assertThat(groups).as("%s, %d items", kind, count).hasSameSizeAs(expected.entrySet());
        assertThat(found).as("%s, %d items", kind, count).isEqualTo(expected);
    }

    @Test
    void shouldGiveEachKeyOnceWhereItsHashDiffersInEachProcess() throws Exception {
        for (int count : List.of(1, 8, 320)) {
            for (Map.Entry<String, Function1<Integer, Object>> each : KEYS.entrySet()) {
                check(count, each.getKey(), each.getValue());
            }
        }
        check(100_000, "record of an enum", i -> new Paint(Colour.of(i), i % 1_000));
    }

    @Test
    void shouldCountFoldAndJoinByEquality() throws Exception {
        for (Map.Entry<String, Function1<Integer, Object>> each : KEYS.entrySet()) {
            Function1<Integer, Object> key = each.getValue();
            Map<Object, Long> expected = new LinkedHashMap<>();
            expected(320, key).forEach((of, items) -> expected.put(of, (long) items.size()));
            Bag<Integer> bag = Bag.of(numbers(320), PARTITIONS);
            assertThat(bag.map(key).frequencies().compute(mosaic))
                    .as(each.getKey())
                    .isEqualTo(expected);
            assertThat(bag.<Object, Long>foldBy(key, () -> 0L, (n, i) -> n + 1, Long::sum)
                            .compute(mosaic))
                    .as(each.getKey())
                    .isEqualTo(expected);
            long pairs = expected.values().stream().mapToLong(n -> n * n).sum();
            assertThat(bag.<Integer, Object, Integer>join(bag, key, key, Integer::sum)
                            .count()
                            .compute(mosaic))
                    .as(each.getKey())
                    .isEqualTo(pairs);
        }
    }

    @Test
    void shouldTakeNullAsAKey() {
        Bag<Integer> bag = Bag.of(numbers(20), PARTITIONS);
        Function1<Integer, String> key = i -> i % 2 == 0 ? null : "odd";
        assertThat(bag.groupBy(key, 3).map(Map.Entry::getKey).toList().compute(mosaic))
                .containsExactlyInAnyOrder(null, "odd");
        assertThat(bag.map(key).frequencies().compute(mosaic))
                .containsEntry(null, 10L)
                .containsEntry("odd", 10L);
        assertThat(bag.join(bag, key, key, Integer::sum).count().compute(mosaic))
                .isEqualTo(200);
    }

    @Test
    void shouldRefuseKeysWhoseCopiesAreNotEqual() {
        Map<String, Function1<Integer, Object>> keys = Map.of(
                "int[]",
                i -> new int[] {i % 2},
                "java.lang.String[]",
                i -> List.of(new String[] {"a"}, "b"),
                Nameless.class.getTypeName(),
                i -> new Holder(new Nameless()),
                "java.lang.StringBuilder",
                i -> Optional.of(new StringBuilder("a")));
        Bag<Integer> bag = Bag.of(numbers(8), 2);
        keys.forEach((type, key) -> {
            List<Delayed<?>> refused = List.of(
                    bag.<Object>groupBy(key, 2).count(),
                    bag.map(key).frequencies(),
                    bag.<Object, Integer>foldBy(key, () -> 0, Integer::sum, Integer::sum),
                    bag.<Integer, Object, Integer>join(bag, i -> i, key, Integer::sum)
                            .count(),
                    bag.<Integer, Object, Integer>join(bag, key, i -> i, Integer::sum)
                            .count());
            for (Delayed<?> each : refused) {
                assertThatThrownBy(() -> each.compute(mosaic))
                        .isInstanceOf(SerializationException.class)
                        .hasMessageContaining(type)
                        .hasMessageContaining("copies are not equal")
                        .hasMessageContaining("take a record");
            }
        });
    }
}
