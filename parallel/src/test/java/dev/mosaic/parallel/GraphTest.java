package dev.mosaic.parallel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mosaic.Arg;
import dev.mosaic.InvalidOptionException;
import dev.mosaic.Mosaic;
import dev.mosaic.SerializationException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Graphs of delayed values, in worker processes. */
class GraphTest {
    private static Mosaic mosaic;

    @BeforeAll
    static void start() {
        mosaic = Mosaic.start(options -> options.workers(2).noDashboard());
    }

    @AfterAll
    static void stop() {
        mosaic.close();
    }

    /** Leaves a trace of each time that it runs. */
    private static int traced(String folder, int value) throws IOException {
        Files.createFile(Path.of(folder, UUID.randomUUID().toString()));
        return value;
    }

    private static long traces(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.count();
        }
    }

    private static Delayed<Integer> tree(List<Delayed<Integer>> leaves) {
        List<Delayed<Integer>> level = leaves;
        while (level.size() > 1) {
            List<Delayed<Integer>> next = new ArrayList<>();
            for (int i = 0; i + 1 < level.size(); i += 2) {
                next.add(Delayed.of(Integer::sum, level.get(i), level.get(i + 1)));
            }
            if (level.size() % 2 == 1) {
                next.add(level.getLast());
            }
            level = next;
        }
        return level.getFirst();
    }

    private static List<Delayed<Integer>> leaves(int count) {
        return IntStream.range(0, count).mapToObj(i -> Delayed.of(() -> i)).toList();
    }

    @Test
    void shouldComputeAValueOfAllThatItNeeds() {
        Delayed<Integer> three = Delayed.of(() -> 3);
        Delayed<Integer> four = Delayed.of(() -> 4);
        assertThat(Delayed.of(Integer::sum, three, four).compute(mosaic)).isEqualTo(7);
        assertThat(Delayed.of((a, b, c) -> a + "-" + b + "-" + c, three, four, three)
                        .compute(mosaic))
                .isEqualTo("3-4-3");
        assertThat(tree(leaves(1_000)).compute(mosaic)).isEqualTo(499_500);
    }

    @Test
    void shouldPutListsAndMapsTogether() {
        Delayed<List<Integer>> list = Delayed.all(leaves(5));
        Map<String, Delayed<Integer>> byName = new LinkedHashMap<>();
        byName.put("b", Delayed.of(() -> 2));
        byName.put("a", Delayed.of(() -> null));
        Graph.Run run = Graph.of(list, Delayed.all(byName)).run(mosaic);
        assertThat(run.value(list)).containsExactly(0, 1, 2, 3, 4);
        Delayed<Map<String, Integer>> map = Delayed.all(byName);
        Map<String, Integer> values = map.compute(mosaic);
        assertThat(values.keySet()).containsExactly("b", "a");
        assertThat(values).containsEntry("b", 2).containsEntry("a", null);
        assertThat(Delayed.all(List.of(Delayed.of(() -> "x"), list.then(List::size)))
                        .compute(mosaic))
                .isEqualTo(List.of("x", 5));
    }

    @Test
    void shouldComputeOnceWhatSeveralNeedAndNothingElse(@TempDir Path folder) throws IOException {
        String traces = folder.toString();
        Delayed<Integer> shared = Delayed.of(() -> traced(traces, 5));
        Delayed<Integer> first = shared.then(x -> x + 1);
        Delayed<Integer> second = shared.then(x -> x * 2);
        Delayed<Integer> notNeeded = shared.then(x -> traced(traces, x));
        Graph.Run run = Graph.of(first, second, shared).run(mosaic);
        assertThat(List.of(run.value(first), run.value(second), run.value(shared)))
                .containsExactly(6, 10, 5);
        assertThat(traces(folder)).isEqualTo(1);
        assertThatThrownBy(() -> run.value(notNeeded))
                .isInstanceOf(InvalidOptionException.class)
                .hasMessageContaining("is no output of this graph");
        assertThatThrownBy(() -> Graph.of(List.of())).isInstanceOf(InvalidOptionException.class);
    }

    @Test
    void shouldRunAChainAsOneTask() {
        Delayed<Integer> chain = Delayed.of(() -> 0);
        for (int i = 0; i < 10_000; i++) {
            chain = chain.then(x -> x + 1);
        }
        assertThat(Graph.of(chain).tasks()).isEqualTo(1);
        assertThat(chain.compute(mosaic)).isEqualTo(10_000);
        Delayed<Integer> base = Delayed.of(() -> 1).then(x -> x + 1);
        assertThat(Graph.of(base.then(x -> x), base.then(x -> -x)).tasks())
                .as("two need the base")
                .isEqualTo(3);
        assertThat(Graph.of(base.then(x -> x).withCallOptions(o -> o.maxRetries(1)))
                        .tasks())
                .as("it has options of its own")
                .isEqualTo(2);
        assertThat(Graph.of(base, base.then(x -> x)).tasks())
                .as("both are wanted")
                .isEqualTo(2);
    }

    @Test
    void shouldTakeWhatIsThereAlready() {
        int[] numbers = {1, 2, 3};
        Delayed<int[]> ref = Delayed.from(mosaic.put(numbers));
        Delayed<Integer> task = Delayed.from(mosaic.submit(() -> 39));
        Delayed<Integer> value = Delayed.from(Arg.of(100));
        assertThat(Delayed.of((array, a, b) -> array.length + a + b, ref, task, value)
                        .compute(mosaic))
                .isEqualTo(142);
        assertThat(ref.compute(mosaic)).containsExactly(1, 2, 3);
        assertThat(Delayed.of(Integer::sum, value, value).compute(mosaic)).isEqualTo(200);
    }

    @Test
    void shouldThrowWhatAFunctionThrows() {
        Delayed<Integer> failing = Delayed.of(() -> Integer.parseInt("no number"));
        List<Delayed<Integer>> all = new ArrayList<>(leaves(100));
        all.add(failing);
        assertThatThrownBy(() -> tree(all).compute(mosaic))
                .isInstanceOf(NumberFormatException.class)
                .hasMessageContaining("no number");
    }

    @Test
    void shouldRefusePromisesWhateverTheShapeOfTheGraph() {
        Delayed<CompletableFuture<Integer>> promise = Delayed.of(() -> CompletableFuture.completedFuture(4));
        Delayed<Integer> one = promise.then(CompletableFuture::join);
        Delayed<Integer> other = promise.then(future -> future.join() + 1);
        for (Delayed<?> each : List.of(promise, promise.named("four"), one, Delayed.of(Integer::sum, one, other))) {
            assertThatThrownBy(() -> each.compute(mosaic))
                    .isInstanceOf(SerializationException.class)
                    .hasMessageContaining("the function gave a promise, type=java.util.concurrent.CompletableFuture");
            assertThatThrownBy(() -> Graph.of(each).timed().run(mosaic)).isInstanceOf(SerializationException.class);
        }
    }

    @Test
    void shouldThrowAFailureWhoseCausesAreACircle() {
        assertThatThrownBy(() -> Delayed.of(() -> {
                            IllegalStateException first = new IllegalStateException("first");
                            first.initCause(new IllegalArgumentException("second", first));
                            throw first;
                        })
                        .compute(mosaic))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("first");
    }

    @Test
    void shouldRunANodeAgainWithItsOwnOptions(@TempDir Path folder) {
        String traces = folder.toString();
        Delayed<Long> flaky = Delayed.of(() -> {
                    traced(traces, 0);
                    if (traces(Path.of(traces)) < 3) {
                        throw new IOException("not yet");
                    }
                    return traces(Path.of(traces));
                })
                .withCallOptions(o -> o.retryOn(IOException.class));
        assertThat(flaky.then(x -> x * 10).compute(mosaic)).isEqualTo(30);
    }

    /** The documented outcome: the same value. */
    @Test
    void shouldComputeTheSameWhereAWorkerIsKilled(@TempDir Path folder) {
        String once = folder.resolve("once").toString();
        List<Delayed<double[]>> leaves = IntStream.range(0, 64)
                .mapToObj(i -> Delayed.of(() -> {
                    if (i == 40 && !Files.exists(Path.of(once))) {
                        Files.createFile(Path.of(once));
                        Runtime.getRuntime().halt(137);
                    }
                    return new RandomStreams(3).at(i).doubles(10_000).toArray();
                }))
                .toList();
        Delayed<Double> sum = Delayed.all(leaves)
                .then(parts -> parts.stream().flatMapToDouble(Arrays::stream).sum());
        double expected = IntStream.range(0, 64)
                .mapToObj(i -> new RandomStreams(3).at(i).doubles(10_000).toArray())
                .flatMapToDouble(Arrays::stream)
                .sum();
        assertThat(sum.compute(mosaic)).isEqualTo(expected);
        assertThat(Files.exists(Path.of(once))).isTrue();
    }

    @Test
    void shouldRunAgainWhereAValueWasLostBeforeItWasAskedFor() {
        Delayed<byte[]> large = Delayed.of(() -> new byte[5_000_000]).then(bytes -> {
            bytes[0] = 7;
            return bytes;
        });
        Delayed<Long> pid = Delayed.of(() -> ProcessHandle.current().pid());
        Graph.Run run = Graph.of(large).run(mosaic);
        List<Long> pids = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            pids.add(pid.compute(mosaic));
        }
        pids.stream().distinct().forEach(each -> ProcessHandle.of(each).ifPresent(ProcessHandle::destroyForcibly));
        assertThat(run.value(large)).hasSize(5_000_000).startsWith(7);
    }

    // ---- order

    /** Level by level: what needs nothing first. */
    private static List<GraphNode> breadthFirst(List<GraphNode> wanted) {
        List<GraphNode> order = GraphOrder.depthFirst(wanted);
        Map<GraphNode, Integer> levels = GraphOrder.levels(order);
        return order.stream().sorted(Comparator.comparing(levels::get)).toList();
    }

    /** How many values there are at a time at most, where one node is computed after the other in that order. */
    private static int mostKept(List<GraphNode> order, List<GraphNode> wanted) {
        Map<GraphNode, Integer> readers = GraphOrder.readers(order, wanted);
        int kept = 0;
        int most = 0;
        for (GraphNode node : order) {
            kept++;
            most = Math.max(most, kept);
            for (GraphNode input : GraphOrder.distinct(node.inputs())) {
                kept -= readers.merge(input, -1, Integer::sum) == 0 ? 1 : 0;
            }
        }
        return most;
    }

    @Test
    void shouldKeepFewValuesAtATime() {
        List<GraphNode> wanted = List.of(tree(leaves(1_024)).node());
        List<GraphNode> depthFirst = GraphOrder.depthFirst(wanted);
        List<GraphNode> breadthFirst = breadthFirst(wanted);
        assertThat(depthFirst).hasSize(2_047).containsExactlyInAnyOrderElementsOf(breadthFirst);
        assertThat(mostKept(depthFirst, wanted)).isEqualTo(12);
        assertThat(mostKept(breadthFirst, wanted)).isEqualTo(1_025);
    }

    @Test
    void shouldBeginWithTheInputThatNeedsMost() {
        Delayed<Integer> small = Delayed.of(() -> 1).named("small");
        List<GraphNode> wanted =
                List.of(Delayed.of(Integer::sum, small, tree(leaves(4))).node());
        List<GraphNode> order = GraphOrder.depthFirst(wanted);
        assertThat(order.indexOf(small.node())).isEqualTo(order.size() - 2);
        assertThat(mostKept(order, wanted)).isEqualTo(4);
    }

    // ---- pictures and profiles

    @Test
    void shouldDrawTheGraphAndItsTimes() throws Exception {
        Delayed<Integer> read = Delayed.of(() -> 3).named("read <a & b>");
        Delayed<String> text =
                Delayed.of(Integer::sum, read, read.then(Math::abs)).then(String::valueOf);
        Graph graph = Graph.of(text);
        String plan = graph.svg();
        assertThat(elements(plan, "g")).isEqualTo(4);
        assertThat(elements(plan, "path")).isEqualTo(4);
        assertThat(plan)
                .contains("read &lt;a &amp; b&gt;", "Integer.sum", "Math.abs", "String.valueOf")
                .doesNotContain(" ms in ");

        Graph.Run run = graph.timed().run(mosaic);

        assertThat(run.value(text)).isEqualTo("6");
        assertThat(elements(run.svg(), "g")).isEqualTo(4);
        assertThat(run.svg()).containsPattern("String.valueOf, \\d+\\.\\d+ ms in worker:0:[01]");
        assertThat(run.times())
                .extracting(NodeTime::name)
                .containsExactly("read <a & b>", "Math.abs", "String.valueOf");
        assertThat(run.times()).allSatisfy(time -> assertThat(time.seconds()).isBetween(0.0, 60.0));
        assertThat(run.profile())
                .startsWith("NODE")
                .containsPattern("\nMath\\.abs +1 +\\d+\\.\\d+ +\\d")
                .containsPattern("\n3 tasks on [12] workers took ");
        assertThat(graph.run(mosaic).times()).as("not timed").isEmpty();
        assertThat(Graph.of(Delayed.of(() -> 1)).svg())
                .as("a lambda")
                .contains(
                        ">GraphTest.shouldDrawTheGra", "…<", "<title>GraphTest.shouldDrawTheGraphAndItsTimes</title>");
    }

    private static int elements(String svg, String name) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)))
                .getElementsByTagName(name)
                .getLength();
    }
}
