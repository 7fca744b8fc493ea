package dev.mosaic.bench;

import dev.mosaic.Mosaic;
import dev.mosaic.Task;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Retriable tasks of 10 ms: undisturbed, and with one of the two workers killed meanwhile. */
final class Failures implements Family {
    private static final int REPS = 3;
    private static final int RETRIES = 10;
    private static final Duration TASK = Duration.ofMillis(10);
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @Override
    public List<Workload> workloads() {
        return List.of(
                Workload.FAILURE_NOKILL, Workload.FAILURE_KILL, Workload.FAILURE_OVERHEAD, Workload.FAILURE_LOST);
    }

    @Override
    public void run(Session session) throws Exception {
        Mosaic mosaic = session.mosaic();
        int tasks = session.size(1_000, 100);
        Duration killAfter = Duration.ofMillis(session.size(1_500, 200));
        List<Double> plain = new ArrayList<>();
        List<Double> killed = new ArrayList<>();
        List<Double> lost = new ArrayList<>();
        for (int rep = 0; rep < session.size(REPS, 1); rep++) {
            Wrong.unless(Pause.until(() -> mosaic.workers().size() == 2, PATIENCE), "no fresh worker came");
            plain.add(Timing.once(() -> right(submit(mosaic, tasks))));
            long victim = mosaic.submit(() -> ProcessHandle.current().pid()).result();
            long begun = System.nanoTime();
            List<Task<Integer>> all = submit(mosaic, tasks);
            Pause.of(killAfter);
            Wrong.unless(ProcessHandle.of(victim).orElseThrow().destroyForcibly(), "the worker cannot be killed");
            lost.add((double) tasks - right(all));
            killed.add((System.nanoTime() - begun) / 1e9);
        }
        List<Double> overhead = new ArrayList<>();
        for (int rep = 0; rep < plain.size(); rep++) {
            overhead.add(killed.get(rep) - plain.get(rep));
        }
        session.report(Workload.FAILURE_NOKILL, plain);
        session.report(Workload.FAILURE_KILL, killed);
        session.report(Workload.FAILURE_OVERHEAD, overhead);
        session.report(Workload.FAILURE_LOST, lost);
    }

    private static List<Task<Integer>> submit(Mosaic mosaic, int count) {
        List<Task<Integer>> tasks = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int number = i;
            tasks.add(mosaic.withCallOptions(options -> options.maxRetries(RETRIES))
                    .submit(() -> square(number)));
        }
        return tasks;
    }

    private static int square(int number) {
        Pause.of(TASK);
        return number * number;
    }

    /** How many came with the right value. */
    private static int right(List<Task<Integer>> tasks) {
        int right = 0;
        for (int i = 0; i < tasks.size(); i++) {
            try {
                right += tasks.get(i).result(PATIENCE) == i * i ? 1 : 0;
            } catch (RuntimeException lost) {
                // It is not counted.
            }
        }
        return right;
    }
}
