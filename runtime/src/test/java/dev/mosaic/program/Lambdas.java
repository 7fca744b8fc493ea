package dev.mosaic.program;

import dev.mosaic.Worker;
import dev.mosaic.function.Action0;
import dev.mosaic.function.Action2;
import dev.mosaic.function.Function0;
import dev.mosaic.function.Function1;
import dev.mosaic.function.Function2;
import dev.mosaic.function.Function3;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Functions as users write them. */
public final class Lambdas {
    private Lambdas() {}

    public static Function0<Integer> plusOne(int captured) {
        return () -> captured + 1;
    }

    public static Function1<Integer, Integer> inverse() {
        return item -> 1_000 / item;
    }

    public static Function2<Integer, Integer, Integer> sum() {
        return Integer::sum;
    }

    public static Function3<Integer, Integer, Integer, Integer> sumOfThree() {
        return (a, b, c) -> a + b + c;
    }

    /** Takes 100 ms. */
    public static Function1<Integer, Integer> sleepy() {
        return item -> {
            var _ = new CountDownLatch(1).await(100, TimeUnit.MILLISECONDS);
            return item;
        };
    }

    public static Action0 failing() {
        return () -> {
            throw new IOException("disk");
        };
    }

    public static final AtomicInteger RUNS = new AtomicInteger();

    /** A value that stays with its worker. */
    public static Function0<float[]> large(int first) {
        return () -> {
            RUNS.incrementAndGet();
            float[] values = new float[5_000];
            values[0] = first;
            return values;
        };
    }

    public static Function2<float[], float[], Float> firstOfSecond() {
        return (first, second) -> second[0];
    }

    /** An item in a worker: the one that it was given, and the one it ran in, with how many ran there at once. */
    public record Visit(int item, String given, String actual, int together) {}

    public static final List<Visit> VISITS = new CopyOnWriteArrayList<>();
    /** What {@link #stayWhileThere} waits for. */
    public static volatile CountDownLatch gate = new CountDownLatch(1);

    private static final Map<String, AtomicInteger> INSIDE = new ConcurrentHashMap<>();

    public static Action2<Worker, Integer> visit() {
        return (worker, item) -> {
            AtomicInteger inside = INSIDE.computeIfAbsent(worker.uid(), any -> new AtomicInteger());
            int together = inside.incrementAndGet();
            new CountDownLatch(1).await(2, TimeUnit.MILLISECONDS);
            VISITS.add(new Visit(item, worker.uid(), Worker.current().uid(), together));
            inside.decrementAndGet();
        };
    }

    public static Action2<Worker, Integer> stayWhileThere() {
        return (worker, item) -> {
            VISITS.add(new Visit(item, worker.uid(), Worker.current().uid(), 1));
            gate.await();
        };
    }

    public static Action2<Worker, Integer> failBelow(int limit) {
        return (worker, item) -> {
            if (item < limit) {
                throw new IllegalStateException("item " + item);
            }
        };
    }
}
