package dev.mosaic.parallel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mosaic.InvalidOptionException;
import dev.mosaic.Mosaic;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Bags, in worker processes. */
class BagTest {
    private static final List<Integer> NUMBERS =
            IntStream.range(0, 1_000).boxed().toList();

    private static Mosaic mosaic;

    @BeforeAll
    static void start() {
        mosaic = Mosaic.start(options -> options.workers(2).noDashboard());
    }

    @AfterAll
    static void stop() {
        mosaic.close();
    }

    @Test
    void shouldTakeItemsThroughStepsInTheirOrder() {
        Bag<Integer> bag =
                Bag.of(NUMBERS, 7).filter(x -> x % 3 == 0).map(x -> x * 2).flatMap(x -> Stream.of(x, -x));
        List<Integer> expected = NUMBERS.stream()
                .filter(x -> x % 3 == 0)
                .flatMap(x -> Stream.of(x * 2, -x * 2))
                .toList();
        assertThat(bag.partitions()).isEqualTo(7);
        assertThat(bag.toList().compute(mosaic)).isEqualTo(expected);
        assertThat(bag.count().compute(mosaic)).isEqualTo(expected.size());
        assertThat(bag.reduce(Integer::sum).compute(mosaic)).contains(0);
        assertThat(Graph.of(bag.count()).tasks()).as("a partition is a task").isEqualTo(7 + 1);
    }

    @Test
    void shouldTakeNoItems() {
        Bag<Integer> none = Bag.of(List.<Integer>of(), 4);
        assertThat(none.count().compute(mosaic)).isZero();
        assertThat(none.toList().compute(mosaic)).isEmpty();
        assertThat(none.reduce(Integer::sum).compute(mosaic)).isEqualTo(Optional.empty());
        assertThat(none.topk(3, x -> x).compute(mosaic)).isEmpty();
        assertThat(none.frequencies().compute(mosaic)).isEmpty();
        assertThat(none.groupBy(x -> x % 2, 2).toList().compute(mosaic)).isEmpty();
        assertThat(Bag.lines(List.of(), 10).count().compute(mosaic)).isZero();
        assertThat(Bag.<Integer>from(List.of()).toList().compute(mosaic)).isEmpty();
        assertThat(Bag.<Integer>from(List.of()).topk(1, x -> x).compute(mosaic)).isEmpty();
    }

    @Test
    void shouldFoldInTheSameOrderEachTime() {
        RandomStreams streams = new RandomStreams(1);
        Bag<Double> bag =
                Bag.of(NUMBERS, 20).flatMap(i -> streams.at(i).doubles(100).boxed());
        Delayed<Double> sum = bag.fold(() -> 0.0, Double::sum, Double::sum);
        double first = sum.compute(mosaic);
        assertThat(first).isBetween(49_000.0, 51_000.0);
        for (int i = 0; i < 5; i++) {
            assertThat(sum.compute(mosaic)).isEqualTo(first);
        }
        assertThat(bag.fold(() -> "", (text, x) -> "x", (a, b) -> "(" + a + b + ")", 3)
                        .compute(mosaic))
                .isEqualTo(tree(20, 3));
    }

    /** What a reduction of that many is, by hand. */
    private static String tree(int count, int fanIn) {
        List<String> level = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            level.add("x");
        }
        while (level.size() > 1) {
            List<String> next = new ArrayList<>();
            for (int i = 0; i < level.size(); i += fanIn) {
                next.add(level.subList(i, Math.min(level.size(), i + fanIn)).stream()
                        .reduce((a, b) -> "(" + a + b + ")")
                        .orElseThrow());
            }
            level = next;
        }
        return level.getFirst();
    }

    @Test
    void shouldCountAndRank() {
        Bag<String> words = Bag.of(List.of("b a", "a c a", "b a", "d"), 3).flatMap(line -> Stream.of(line.split(" ")));
        assertThat(words.frequencies().compute(mosaic)).isEqualTo(Map.of("a", 4L, "b", 2L, "c", 1L, "d", 1L));
        assertThat(words.foldBy(String::length, () -> 0, (n, word) -> n + 1, Integer::sum)
                        .compute(mosaic))
                .isEqualTo(Map.of(1, 8));
        assertThat(Bag.of(List.of("bb", "a", "cc", "ddd", "ee", "f"), 3)
                        .topk(4, String::length)
                        .compute(mosaic))
                .as("the first of equal ones")
                .containsExactly("ddd", "bb", "cc", "ee");
    }

    @Test
    void shouldGroupItemsByTheirKey() {
        Map<Integer, List<Integer>> groups =
                Bag.of(NUMBERS, 6).groupBy(x -> x % 10, 3).toList().compute(mosaic).stream()
                        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
        assertThat(groups).isEqualTo(NUMBERS.stream().collect(Collectors.groupingBy(x -> x % 10)));
        assertThat(Bag.of(NUMBERS, 6).groupBy(x -> x % 10, 3).partitions()).isEqualTo(3);
    }

    @Test
    void shouldJoinWithASmallOne() {
        Bag<String> small = Bag.of(List.of("0 zero", "1 one", "1 uno"), 2);
        List<String> joined = Bag.of(List.of(1, 2, 0, 1), 2)
                .join(
                        small,
                        x -> x,
                        text -> Integer.parseInt(text.substring(0, 1)),
                        (x, text) -> x + "=" + text.substring(2))
                .toList()
                .compute(mosaic);
        assertThat(joined).containsExactly("1=one", "1=uno", "0=zero", "1=one", "1=uno");
    }

    @Test
    void shouldMakePersistedItemsOnce(@TempDir Path folder) throws IOException {
        String traces = folder.toString();
        Bag<Integer> bag = Bag.of(List.of(1, 2, 3), 3)
                .map(x -> {
                    Files.createFile(Path.of(traces, UUID.randomUUID().toString()));
                    return x;
                })
                .persist();
        Delayed<Long> count = bag.count();
        Delayed<Optional<Integer>> sum = bag.reduce(Integer::sum);
        Graph.Run run = Graph.of(count, sum).run(mosaic);
        assertThat(run.value(count)).isEqualTo(3);
        assertThat(run.value(sum)).contains(6);
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.count()).isEqualTo(3);
        }
    }

    @Test
    void shouldThrowWhatAStepThrows() {
        assertThatThrownBy(() -> Bag.of(List.of("1", "two"), 2)
                        .map(Integer::parseInt)
                        .count()
                        .compute(mosaic))
                .isInstanceOf(NumberFormatException.class);
        assertThatThrownBy(() -> Bag.of(List.of("no-such-file"), 1)
                        .map(name -> {
                            throw new FileNotFoundException(name);
                        })
                        .count()
                        .compute(mosaic))
                .as("a checked one")
                .hasRootCauseInstanceOf(FileNotFoundException.class);
        assertThatThrownBy(() -> Bag.of(List.of(1), 0)).isInstanceOf(InvalidOptionException.class);
        assertThatThrownBy(() -> Bag.lines(List.of(), 0)).isInstanceOf(InvalidOptionException.class);
        assertThatThrownBy(() -> Bag.of(List.of(1), 1).topk(0, x -> x)).isInstanceOf(InvalidOptionException.class);
        assertThatThrownBy(() -> Bag.of(List.of(1), 1).groupBy(x -> x, 0)).isInstanceOf(InvalidOptionException.class);
        assertThatThrownBy(() -> Bag.of(List.of(1, 2), 2).fold(() -> 0, Integer::sum, Integer::sum, 1))
                .isInstanceOf(InvalidOptionException.class);
        assertThatThrownBy(() -> Bag.lines(List.of(Path.of("no-such-file")), 10))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessage("file=no-such-file cannot be read");
    }

    // ---- files

    private static final String TEXT = "first\n\nthird, é and ü\r\nfourth\n" + "x".repeat(100) + "\nlast";

    @Test
    void shouldReadEachLineOnceWhereverBlocksAreCut(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("a.txt"), TEXT);
        Path ended = Files.writeString(folder.resolve("b.txt"), TEXT + "\n");
        List<String> lines = TEXT.lines().toList();
        for (long block : List.of(1L, 2L, 3L, 7L, 50L, 10_000L)) {
            for (Path each : List.of(file, ended)) {
                assertThat(TextBlock.of(each, block, StandardCharsets.UTF_8).stream()
                                .flatMap(TextBlock::lines)
                                .toList())
                        .as("blocks of %d", block)
                        .isEqualTo(lines);
            }
        }
        assertThat(Bag.lines(List.of(file, ended), 30).count().compute(mosaic)).isEqualTo(2L * lines.size());
    }

    @Test
    void shouldReadLinesThatAreLongerThanItsBuffer(@TempDir Path folder) throws IOException {
        String line = "0123456789".repeat(300_000);
        Path file = Files.writeString(folder.resolve("long.txt"), line + "\nshort\n" + line);
        assertThat(TextBlock.of(file, 1_000_000, StandardCharsets.UTF_8).stream()
                        .flatMap(TextBlock::lines)
                        .toList())
                .isEqualTo(List.of(line, "short", line));
    }

    @Test
    void shouldReadWhatTheProgramOpens(@TempDir Path folder) throws IOException {
        Path packed = folder.resolve("a.gz");
        try (GZIPOutputStream out = new GZIPOutputStream(Files.newOutputStream(packed))) {
            out.write(TEXT.getBytes(StandardCharsets.UTF_8));
        }
        String name = packed.toString();
        Bag<String> lines = Bag.lines(List.of(
                Bag.opener(() -> new GZIPInputStream(Files.newInputStream(Path.of(name)))),
                Bag.opener(() -> new GZIPInputStream(Files.newInputStream(Path.of(name))))));
        assertThat(lines.frequencies().compute(mosaic))
                .isEqualTo(TEXT.lines().collect(Collectors.toMap(Function.identity(), any -> 2L)));
    }

    /** The documented outcome: the same result. */
    @Test
    void shouldGiveTheSameWhereAWorkerIsKilled(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("words.txt");
        Files.write(
                file,
                IntStream.range(0, 20_000)
                        .mapToObj(i -> "word" + i % 100 + " other")
                        .toList());
        String once = folder.resolve("once").toString();
        Map<String, Long> frequencies = Bag.lines(List.of(file), 10_000)
                .flatMap(line -> {
                    if (line.startsWith("word42") && !Files.exists(Path.of(once))) {
                        Files.createFile(Path.of(once));
                        Runtime.getRuntime().halt(137);
                    }
                    return Stream.of(line.split(" "));
                })
                .frequencies()
                .compute(mosaic);
        assertThat(frequencies).hasSize(101).containsEntry("other", 20_000L).containsEntry("word42", 200L);
        assertThat(Files.exists(Path.of(once))).isTrue();
    }
}
