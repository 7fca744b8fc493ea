package dev.mosaic.system.jobs;

import dev.mosaic.Mosaic;
import dev.mosaic.Task;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

/** A program in several moods, as its first argument says. */
public final class Report {
    private static final Duration LONG = Duration.ofMinutes(3);

    private Report() {}

    public static void main(String[] arguments) throws InterruptedException {
        System.out.println("begins, attempt=" + System.getenv("MOSAIC_JOB_ATTEMPT"));
        switch (arguments[0]) {
            case "sum" -> System.out.println("sum=" + sum(Integer.parseInt(arguments[1])));
            case "rounds" -> rounds(Integer.parseInt(arguments[1]));
            case "exit" -> System.exit(Integer.parseInt(arguments[1]));
            case "first-waits" -> {
                if ("1".equals(System.getenv("MOSAIC_JOB_ATTEMPT"))) {
                    new CountDownLatch(1).await();
                }
            }
            default -> throw new IllegalArgumentException(arguments[0]);
        }
        System.out.println("ends, greeting=" + System.getenv("GREETING"));
    }

    /** Of squares, each computed by a class that workers do not have before. */
    private static long sum(int count) {
        try (Mosaic mosaic = Mosaic.fromEnvironment()) {
            List<Task<Long>> tasks = IntStream.rangeClosed(1, count)
                    .mapToObj(number -> mosaic.submit(() -> Square.of(number)))
                    .toList();
            return tasks.stream().mapToLong(each -> each.result(LONG)).sum();
        }
    }

    /** One task after the other, for a while. */
    private static void rounds(int count) {
        try (Mosaic mosaic = Mosaic.fromEnvironment()) {
            for (int round = 1; round <= count; round++) {
                int number = round;
                System.out.println(
                        "round " + mosaic.submit(() -> Square.of(number)).result(LONG));
                LockSupport.parkNanos(500_000_000L);
            }
        }
    }
}
