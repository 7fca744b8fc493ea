package dev.mosaic.parallel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.Mosaic;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** How much memory the values of a graph take, by the order in which its nodes are begun. */
@Tag("long")
@Tag("variants")
class GraphMemoryTest {
    private static final int LEAVES = 256;
    private static final int NUMBERS = 500_000;
    private static final long LOOK_NANOS = 5_000_000;
    private static final int KIB = 1024;

    private static double[] leaf(int number) {
        double[] values = new double[NUMBERS];
        Arrays.fill(values, number);
        return values;
    }

    private static double[] plus(double[] a, double[] b) {
        for (int i = 0; i < a.length; i++) {
            a[i] += b[i];
        }
        return a;
    }

    private static Delayed<Double> sum() {
        List<Delayed<double[]>> leaves = IntStream.range(0, LEAVES)
                .mapToObj(i -> Delayed.of(() -> leaf(i)))
                .toList();
        return Delayed.treeReduce(leaves, 2, GraphMemoryTest::plus).then(values -> values[NUMBERS - 1]);
    }

    @Test
    void shouldKeepLessDepthFirstThanBreadthFirst() {
        Delayed<Double> sum = sum();
        GraphPlan depthFirst = GraphPlan.of(List.of(sum.node()));
        Map<GraphNode, Integer> levels = GraphOrder.levels(depthFirst.order());
        GraphPlan breadthFirst = new GraphPlan(
                depthFirst.outputs(),
                depthFirst.order(),
                depthFirst.parts().stream()
                        .sorted(Comparator.comparing(part -> levels.getOrDefault(part.last(), 0)))
                        .toList(),
                depthFirst.byNode(),
                depthFirst.readers());

        long inDepth = mostShared(depthFirst, sum);
        long inBreadth = mostShared(breadthFirst, sum);

        System.out.printf("Depth first %,d KiB, breadth first %,d KiB%n", inDepth, inBreadth);
        assertThat(inBreadth).isGreaterThan(LEAVES / 2 * NUMBERS * (long) Double.BYTES / KIB);
        assertThat(inDepth).isLessThan(LEAVES / 4 * NUMBERS * (long) Double.BYTES / KIB);
    }

    /** The most KiB of shared memory that the worker processes had at a time. */
    private static long mostShared(GraphPlan plan, Delayed<Double> sum) {
        try (Mosaic mosaic = Mosaic.start(options -> options.workers(2).noDashboard())) {
            AtomicBoolean isOver = new AtomicBoolean();
            AtomicLong most = new AtomicLong();
            Thread looking = Thread.ofPlatform().start(() -> {
                while (!isOver.get()) {
                    most.accumulateAndGet(shared(), Math::max);
                    LockSupport.parkNanos(LOOK_NANOS);
                }
            });
            long begun = System.nanoTime();
            GraphRun.Ended ended = GraphRun.run(mosaic, plan, 0, false);
            assertThat(ended.value(sum.node())).isEqualTo(LEAVES * (LEAVES - 1) / 2.0);
            System.out.printf(
                    "%,d ms%n", Duration.ofNanos(System.nanoTime() - begun).toMillis());
            isOver.set(true);
            looking.join();
            return most.get();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static long shared() {
        return ProcessHandle.current()
                .children()
                .mapToLong(child -> shared(child.pid()))
                .sum();
    }

    private static long shared(long pid) {
        try {
            return Files.readString(Path.of("/proc/" + pid + "/smaps_rollup"))
                    .lines()
                    .filter(line -> line.startsWith("Pss_Shmem:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                    .sum();
        } catch (IOException gone) {
            return 0;
        }
    }
}
