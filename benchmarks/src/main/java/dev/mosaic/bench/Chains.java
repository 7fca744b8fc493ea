package dev.mosaic.bench;

import dev.mosaic.Task;
import java.util.List;

/** Calls that each take the task before as argument; only the last result comes back. */
final class Chains implements Family {
    private static final int REPS = 5;

    @Override
    public List<Workload> workloads() {
        return List.of(Workload.CHAIN_1ACTOR, Workload.CHAIN_2ACTORS, Workload.CHAIN_2ACTORS_1MB);
    }

    @Override
    public void run(Session session) throws Exception {
        var _ = session.mosaic();
        List<TargetProxy> two = List.of(TargetProxy.remote(), TargetProxy.remote());
        List<TargetProxy> one = two.subList(0, 1);
        Timing timing = session.timing(REPS);
        int steps = session.size(1_000, 50);
        session.measure(Workload.CHAIN_1ACTOR, () -> timing.rates(steps, () -> count(one, steps)));
        session.measure(Workload.CHAIN_2ACTORS, () -> timing.rates(steps, () -> count(two, steps)));
        double[] array = Target.random(125_000);
        int few = session.size(200, 20);
        session.measure(Workload.CHAIN_2ACTORS_1MB, () -> timing.rates(few, () -> passOn(two, array, few)));
    }

    private static void count(List<TargetProxy> targets, int steps) {
        Task<Integer> last = targets.getFirst().step(0);
        for (int i = 1; i < steps; i++) {
            last = targets.get(i % targets.size()).step(last);
        }
        Wrong.unless(last.result() == steps, "a step is missing");
    }

    private static void passOn(List<TargetProxy> targets, double[] array, int steps) {
        Task<double[]> last = targets.getFirst().stepArray(array);
        for (int i = 1; i < steps; i++) {
            last = targets.get(i % targets.size()).stepArray(last);
        }
        Wrong.unless(Math.abs(last.result()[0] - array[0] - steps) < 1e-6, "a step is missing");
    }
}
