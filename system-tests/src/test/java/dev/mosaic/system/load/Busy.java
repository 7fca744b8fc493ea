package dev.mosaic.system.load;

import dev.mosaic.Mosaic;
import dev.mosaic.Remote;
import dev.mosaic.Snapshots;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Submits tasks and calls tesserae that keep their state, one after the other in each of some threads, until a file is there; then
 * says how many there were. Whatever fails, or has another result than it should, is said and counted.
 */
public final class Busy {
    private static final int SUBMITTERS = 4;
    private static final int CALLERS = 2;
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final long TASK_NANOS = Duration.ofMillis(20).toNanos();

    private final Path stop;
    private final AtomicInteger tasks = new AtomicInteger();
    private final AtomicInteger calls = new AtomicInteger();
    private final Queue<String> failures = new ConcurrentLinkedQueue<>();

    private Busy(Path stop) {
        this.stop = stop;
    }

    /**
     * On the cluster of MOSAIC_ADDRESS, with the keys in the folder MOSAIC_KEYS where that is said.
     *
     * @param arguments the file that ends it
     */
    public static void main(String[] arguments) throws InterruptedException {
        Busy busy = new Busy(Path.of(arguments[0]));
        String keys = System.getenv().getOrDefault("MOSAIC_KEYS", "");
        try (Mosaic mosaic = Mosaic.connect(System.getenv("MOSAIC_ADDRESS"), options -> {
            if (!keys.isEmpty()) {
                options.keys(Path.of(keys));
            }
        })) {
            busy.run(mosaic);
        }
        System.out.println("load: ended with " + busy);
        System.exit(busy.failures.isEmpty() ? 0 : 1);
    }

    private void run(Mosaic mosaic) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < SUBMITTERS; i++) {
            threads.add(Thread.ofVirtual().start(() -> submit(mosaic)));
        }
        for (int i = 0; i < CALLERS; i++) {
            threads.add(Thread.ofVirtual().start(() -> call(mosaic)));
        }
        while (!isOver()) {
            System.out.println("load: " + this);
            LockSupport.parkNanos(Duration.ofMillis(500).toNanos());
        }
        for (Thread each : threads) {
            each.join();
        }
    }

    private boolean isOver() {
        return Files.exists(stop);
    }

    private void submit(Mosaic mosaic) {
        for (int i = 0; !isOver(); i++) {
            try {
                int square = mosaic.submit(Busy::square, i).result(PATIENCE);
                if (square != i * i) {
                    fail("the square of " + i + " is not " + square);
                }
                tasks.incrementAndGet();
            } catch (RuntimeException e) {
                fail("task: " + e);
            }
        }
    }

    /** On a worker. */
    public static Integer square(Integer number) {
        LockSupport.parkNanos(TASK_NANOS);
        return number * number;
    }

    private void call(Mosaic mosaic) {
        Remote<Counter> counter = mosaic.withOptions(
                        o -> o.snapshots(Snapshots.EVERY_CALL).maxRestarts(1_000))
                .remote(Counter::new);
        for (int expected = 1; !isOver(); expected++) {
            try {
                int count = counter.call(Counter::add).result(PATIENCE);
                if (count != expected) {
                    fail("counted " + count + " in place of " + expected);
                    expected = count;
                }
                calls.incrementAndGet();
            } catch (RuntimeException e) {
                fail("call " + expected + ": " + e);
            }
            LockSupport.parkNanos(TASK_NANOS);
        }
    }

    private void fail(String why) {
        failures.add(why);
        System.out.println("load: FAILED " + why);
        LockSupport.parkNanos(Duration.ofSeconds(1).toNanos());
    }

    @Override
    public String toString() {
        return tasks + " tasks, " + calls + " calls, " + failures.size() + " failures";
    }
}
