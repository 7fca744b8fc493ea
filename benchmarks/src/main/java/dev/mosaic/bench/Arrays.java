package dev.mosaic.bench;

import java.util.List;

/** Arrays as arguments and as results, one call at a time. */
final class Arrays implements Family {
    private static final int REPS = 5;
    private static final double BYTES_OF_MB = 1e6;

    @Override
    public List<Workload> workloads() {
        return List.of(
                Workload.ACTOR_ARG_1MB, Workload.ACTOR_RESULT_1MB, Workload.ACTOR_ARG_10MB, Workload.ACTOR_RESULT_10MB);
    }

    @Override
    public void run(Session session) throws Exception {
        var _ = session.mosaic();
        int many = session.size(100, 5);
        run(session, Workload.ACTOR_ARG_1MB, Workload.ACTOR_RESULT_1MB, 125_000, many);
        int few = session.size(20, 2);
        run(session, Workload.ACTOR_ARG_10MB, Workload.ACTOR_RESULT_10MB, 1_250_000, few);
    }

    private static void run(Session session, Workload asArgument, Workload asResult, int elements, int calls)
            throws Exception {
        TargetProxy target = TargetProxy.remote();
        double[] array = Target.random(elements);
        double megabytes = (double) calls * elements * Double.BYTES / BYTES_OF_MB;
        Timing timing = session.timing(REPS);
        session.measure(
                asArgument,
                () -> timing.rates(megabytes, () -> {
                    for (int i = 0; i < calls; i++) {
                        Wrong.unless(target.take(array).result() == array[0], "the first element is another");
                    }
                }));
        session.measure(
                asResult,
                () -> timing.rates(megabytes, () -> {
                    for (int i = 0; i < calls; i++) {
                        Wrong.unless(target.make(elements).result().length == elements, "the array has another length");
                    }
                }));
    }
}
