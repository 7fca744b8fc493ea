package dev.mosaic.bench;

import dev.mosaic.Mosaic;
import java.util.List;
import java.util.stream.IntStream;

/** Empty stateless tasks. */
final class Tasks implements Family {
    private static final int REPS = 5;

    @Override
    public List<Workload> workloads() {
        return List.of(Workload.TASK_ASYNC, Workload.TASK_ASYNC_BATCHED, Workload.TASK_SYNC);
    }

    @Override
    public void run(Session session) throws Exception {
        Mosaic mosaic = session.mosaic();
        Timing timing = session.timing(REPS);
        int many = session.size(10_000, 500);
        session.measure(
                Workload.TASK_ASYNC, () -> timing.rates(many, () -> All.of(many, _ -> mosaic.submit(Tasks::nothing))));
        List<Integer> items = IntStream.range(0, many).boxed().toList();
        session.measure(
                Workload.TASK_ASYNC_BATCHED,
                () -> timing.rates(many, () -> mosaic.gather(mosaic.map(items, Tasks::same))));
        int few = session.size(1_000, 50);
        session.measure(
                Workload.TASK_SYNC,
                () -> timing.rates(few, () -> {
                    for (int i = 0; i < few; i++) {
                        mosaic.submit(Tasks::nothing).result();
                    }
                }));
    }

    private static void nothing() {}

    private static Integer same(Integer item) {
        return item;
    }
}
