package dev.mosaic.bench;

import dev.mosaic.Mosaic;
import dev.mosaic.Task;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;

/** Tasks of 20 ms that give 1 MB each, beside the same work in two processes without a runtime. */
final class Gradients implements Family {
    private static final int REPS = 5;

    /** As many gradients for each worker as the plain processes have made by then, and more. */
    private static final int WARM_REPS = 5;

    private static final int PERCENT = 100;

    @Override
    public List<Workload> workloads() {
        return List.of(Workload.GRAD_BATCH_MAKESPAN, Workload.GRAD_BATCH_EFFICIENCY);
    }

    @Override
    public void run(Session session) throws Exception {
        Mosaic mosaic = session.mosaic();
        int tasks = session.size(64, 8);
        List<Double> makespan = new ArrayList<>();
        List<Double> efficiency = new ArrayList<>();
        try (Program even = Program.start(PlainLoop.class, Map.of());
                Program odd = Program.start(PlainLoop.class, Map.of())) {
            even.awaitLine("ready");
            odd.awaitLine("ready");
            for (int i = 0; i < session.size(WARM_REPS, 0); i++) {
                average(mosaic, tasks);
            }
            session.timing(REPS).repeat(isCounted -> {
                double ideal = Timing.once(() -> plainly(even, odd, tasks));
                double real = Timing.once(() -> average(mosaic, tasks));
                if (isCounted) {
                    makespan.add(real);
                    efficiency.add(PERCENT * ideal / real);
                }
            });
        }
        session.report(Workload.GRAD_BATCH_MAKESPAN, makespan);
        session.report(Workload.GRAD_BATCH_EFFICIENCY, efficiency);
    }

    /** A gradient that is added is let go of: the next ones take its memory. */
    private static void average(Mosaic mosaic, int tasks) {
        Deque<Task<double[]>> open = new ArrayDeque<>();
        for (int i = 0; i < tasks; i++) {
            int seed = i;
            open.add(mosaic.submit(() -> Gradient.of(seed)));
        }
        double[] sum = open.remove().result().clone();
        while (!open.isEmpty()) {
            Gradient.add(sum, open.remove().result());
        }
        Wrong.unless(sum[0] / tasks > 0, "the average is not positive");
    }

    private static void plainly(Program even, Program odd, int tasks) throws IOException {
        even.say("0 " + tasks);
        odd.say("1 " + tasks);
        even.awaitLine("done");
        odd.awaitLine("done");
    }
}
