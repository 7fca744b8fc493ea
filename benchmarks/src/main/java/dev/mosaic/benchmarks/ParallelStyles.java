package dev.mosaic.benchmarks;

import dev.mosaic.Mosaic;
import dev.mosaic.Sums;
import dev.mosaic.parallel.Bag;
import dev.mosaic.parallel.Delayed;
import dev.mosaic.parallel.Pool;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringTokenizer;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The workloads of {@code benchmarks/parallel/peers.py} with {@code dev.mosaic.parallel}, as JSON lines: the first repetition, and those after it, in
 * seconds. Two worker processes.
 */
final class ParallelStyles {
    private static final int SMALL = 100_000;
    private static final int LONG = 400;
    private static final int LEAVES = 100;
    private static final int NODES = 5_000;
    private static final long BLOCK = 64L << 20;
    private static final int REPS = 5;
    private static final int MEGABYTE = 125_000;
    private static final long SPIN_NANOS = 10_000_000;
    private static final double NANOS = 1e9;

    /** A repetition; true where its result is right. */
    private interface Body {
        boolean run() throws Exception;
    }

    private ParallelStyles() {}

    /**
     * Measures.
     *
     * @param arguments the file, how many words it has, and workloads; none for all
     */
    public static void main(String[] arguments) throws Exception {
        Path file = Path.of(arguments[0]);
        long words = Long.parseLong(arguments[1]);
        List<String> wanted = Arrays.asList(arguments).subList(2, arguments.length);
        List<Integer> small = IntStream.range(0, SMALL).boxed().toList();
        List<Integer> few = IntStream.range(0, LONG).boxed().toList();
        long squares = small.stream().mapToLong(x -> (long) x * x).sum();
        try (Mosaic mosaic = Mosaic.start(options -> options.workers(2).noDashboard());
                var pool = Pool.of(mosaic, 2)) {
            measure(
                    wanted,
                    "pool_map_small",
                    REPS,
                    () -> pool.map(small, x -> (long) x * x).stream()
                                    .mapToLong(x -> x)
                                    .sum()
                            == squares);
            measure(
                    wanted,
                    "pool_map_10ms",
                    REPS,
                    () -> pool.map(few, ParallelStyles::spin).equals(few));
            measure(
                    wanted,
                    "tree_reduce_100x1mb",
                    REPS,
                    () -> Delayed.treeReduce(ones(), 2, Sums::doubles).compute(mosaic)[0] == LEAVES);
            measure(
                    wanted,
                    "graph_9999",
                    REPS,
                    () -> Delayed.treeReduce(leaves(), 2, Integer::sum).compute(mosaic) == NODES);
            measure(
                    wanted,
                    "word_frequencies_1gb",
                    1,
                    () -> sum(Bag.lines(List.of(file), BLOCK)
                                    .flatMap(ParallelStyles::words)
                                    .frequencies()
                                    .compute(mosaic))
                            == words);
        }
    }

    private static int spin(int x) {
        long end = System.nanoTime() + SPIN_NANOS;
        while (System.nanoTime() < end) {
            Thread.onSpinWait();
        }
        return x;
    }

    private static List<Delayed<double[]>> ones() {
        return IntStream.range(0, LEAVES)
                .mapToObj(i -> Delayed.of(() -> {
                    double[] array = new double[MEGABYTE];
                    Arrays.fill(array, 1);
                    return array;
                }))
                .toList();
    }

    private static List<Delayed<Integer>> leaves() {
        return IntStream.range(0, NODES).mapToObj(i -> Delayed.of(() -> 1)).toList();
    }

    private static Stream<String> words(String line) {
        Stream.Builder<String> words = Stream.builder();
        for (StringTokenizer each = new StringTokenizer(line); each.hasMoreTokens(); ) {
            words.add(each.nextToken());
        }
        return words.build();
    }

    private static long sum(Map<String, Long> frequencies) {
        return frequencies.values().stream().mapToLong(count -> count).sum();
    }

    private static void measure(List<String> wanted, String workload, int reps, Body body) throws Exception {
        if (!wanted.isEmpty() && !wanted.contains(workload)) {
            return;
        }
        double[] seconds = new double[1 + reps];
        for (int i = 0; i <= reps; i++) {
            long begun = System.nanoTime();
            boolean isRight = body.run();
            seconds[i] = (System.nanoTime() - begun) / NANOS;
            if (!isRight) {
                throw new IllegalStateException(workload + " gave something else");
            }
        }
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        out.printf(
                Locale.ROOT,
                "{\"peer\": \"mosaic\", \"workload\": \"%s\", \"first\": %.4f, \"seconds\": %s}%n",
                workload,
                seconds[0],
                Arrays.toString(Arrays.copyOfRange(seconds, 1, seconds.length)));
    }
}
