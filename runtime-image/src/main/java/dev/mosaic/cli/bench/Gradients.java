package dev.mosaic.cli.bench;

import dev.mosaic.Mosaic;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Tasks of 20 ms that give 1 MB each, beside the same work in two processes without a runtime. */
final class Gradients implements Family {
    private static final int REPS = 5;
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

    private static void average(Mosaic mosaic, int tasks) {
        double[] sum = null;
        for (double[] gradient : All.of(tasks, seed -> mosaic.submit(() -> Gradient.of(seed)))) {
            if (sum == null) {
                sum = gradient.clone();
            } else {
                Gradient.add(sum, gradient);
            }
        }
        Wrong.unless(sum != null && sum[0] / tasks > 0, "the average is not positive");
    }

    private static void plainly(Program even, Program odd, int tasks) throws IOException {
        even.say("0 " + tasks);
        odd.say("1 " + tasks);
        even.awaitLine("done");
        odd.awaitLine("done");
    }
}
