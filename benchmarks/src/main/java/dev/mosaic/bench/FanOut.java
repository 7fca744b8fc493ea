package dev.mosaic.bench;

import java.util.List;
import java.util.stream.Stream;

/** One caller and several tesserae, and several callers. All of them live in two workers. */
final class FanOut implements Family {
    private static final int REPS = 5;

    @Override
    public List<Workload> workloads() {
        return List.of(Workload.ACTOR_FANOUT_ASYNC_2, Workload.ACTOR_FANOUT_ASYNC_8, Workload.ACTOR_NN_ASYNC_2X2);
    }

    @Override
    public void run(Session session) throws Exception {
        var _ = session.mosaic();
        session.measure(Workload.ACTOR_FANOUT_ASYNC_2, FanOut::inTwo, () -> outOf(session, 2));
        session.measure(Workload.ACTOR_FANOUT_ASYNC_8, FanOut::inTwo, () -> outOf(session, 8));
        session.measure(Workload.ACTOR_NN_ASYNC_2X2, FanOut::inTwo, () -> twoByTwo(session));
    }

    private static Facts inTwo(Facts facts) {
        return facts.number("actor_processes", 2);
    }

    private static List<Double> outOf(Session session, int tesserae) throws Exception {
        List<TargetProxy> targets = targets(tesserae);
        int calls = session.size(20_000, 1_000);
        return session.timing(REPS)
                .rates(calls, () -> All.of(calls, i -> targets.get(i % tesserae).noop()));
    }

    private static List<Double> twoByTwo(Session session) throws Exception {
        List<CallerProxy> callers = List.of(CallerProxy.remote(), CallerProxy.remote());
        List<TargetProxy> targets = targets(2);
        int calls = session.size(10_000, 500);
        return session.timing(REPS)
                .rates(2.0 * calls, () -> All.of(2, i -> callers.get(i).fire(targets, calls)));
    }

    private static List<TargetProxy> targets(int count) {
        List<TargetProxy> targets =
                Stream.generate(TargetProxy::remote).limit(count).toList();
        targets.forEach(target -> target.noop().result());
        return targets;
    }
}
