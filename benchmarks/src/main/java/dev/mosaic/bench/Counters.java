package dev.mosaic.bench;

import dev.mosaic.Task;
import java.util.List;
import java.util.stream.Stream;

/** How long it takes to make four tesserae, call each, and read each. */
final class Counters implements Family {
    private static final int TESSERAE = 4;
    private static final int REPS = 7;
    private static final double MILLIS = 1e3;

    @Override
    public List<Workload> workloads() {
        return List.of(Workload.COUNTERS_CREATE_CALL_4);
    }

    @Override
    public void run(Session session) throws Exception {
        var _ = session.mosaic();
        List<Double> seconds = session.timing(REPS).seconds(Counters::once);
        session.report(
                Workload.COUNTERS_CREATE_CALL_4,
                seconds.stream().map(each -> each * MILLIS).toList(),
                facts -> facts.text("note", "4 actors in 2 worker processes"));
    }

    private static void once() {
        List<CounterProxy> counters =
                Stream.generate(CounterProxy::remote).limit(TESSERAE).toList();
        counters.forEach(CounterProxy::increment);
        List<Task<Integer>> values = counters.stream().map(CounterProxy::read).toList();
        Wrong.unless(All.results(values).equals(List.of(1, 1, 1, 1)), "a counter has another value");
    }
}
