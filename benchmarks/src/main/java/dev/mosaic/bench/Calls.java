package dev.mosaic.bench;

import java.util.List;

/** Empty calls of the program to one tessera: each waited for, and all at once. */
final class Calls implements Family {
    private static final int REPS = 7;

    @Override
    public List<Workload> workloads() {
        return List.of(Workload.ACTOR_CALL_SYNC, Workload.ACTOR_CALL_ASYNC);
    }

    @Override
    public void run(Session session) throws Exception {
        var _ = session.mosaic();
        TargetProxy target = TargetProxy.remote();
        target.noop().result();
        Timing timing = session.timing(REPS);
        int few = session.size(2_000, 200);
        session.measure(
                Workload.ACTOR_CALL_SYNC,
                () -> timing.rates(few, () -> {
                    for (int i = 0; i < few; i++) {
                        target.noop().result();
                    }
                }));
        int many = session.size(10_000, 1_000);
        session.measure(Workload.ACTOR_CALL_ASYNC, () -> timing.rates(many, () -> All.of(many, _ -> target.noop())));
    }
}
