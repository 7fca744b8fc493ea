package dev.mosaic.bench;

import dev.mosaic.Arg;
import dev.mosaic.Mosaic;
import dev.mosaic.Task;
import java.util.ArrayList;
import java.util.List;

/** A hundred small tasks, and their results added up by tasks: in a row, and as a tree. */
final class MapReduce implements Family {
    private static final int ITEMS = 100;
    private static final int SUM = 5_050;
    private static final int REPS = 7;
    private static final double MILLIS = 1e3;

    @Override
    public List<Workload> workloads() {
        return List.of(
                Workload.MAPREDUCE_MAP_100, Workload.MAPREDUCE_REDUCE_CHAIN_100, Workload.MAPREDUCE_REDUCE_TREE_100);
    }

    @Override
    public void run(Session session) throws Exception {
        Mosaic mosaic = session.mosaic();
        Timing timing = session.timing(REPS);
        List<Integer> mapped = map(mosaic);
        session.measure(Workload.MAPREDUCE_MAP_100, () -> millis(timing, () -> map(mosaic)));
        session.measure(Workload.MAPREDUCE_REDUCE_CHAIN_100, () -> millis(timing, () -> chain(mosaic, mapped)));
        session.measure(Workload.MAPREDUCE_REDUCE_TREE_100, () -> millis(timing, () -> tree(mosaic, mapped)));
    }

    private static List<Integer> map(Mosaic mosaic) {
        return All.of(ITEMS, i -> mosaic.submit(() -> i + 1));
    }

    private static void chain(Mosaic mosaic, List<Integer> items) {
        Task<Integer> last = mosaic.submit(Integer::sum, items.getFirst(), items.get(1));
        for (Integer item : items.subList(2, items.size())) {
            last = mosaic.submit(Integer::sum, last, Arg.of(item));
        }
        Wrong.unless(last.result() == SUM, "the sum is another");
    }

    private static void tree(Mosaic mosaic, List<Integer> items) {
        List<Arg<Integer>> leaves = new ArrayList<>();
        items.forEach(item -> leaves.add(Arg.of(item)));
        Arg<Integer> root = All.tree(leaves, (a, b) -> mosaic.submit(Integer::sum, a, b));
        Wrong.unless(((Task<Integer>) root).result() == SUM, "the sum is another");
    }

    private static List<Double> millis(Timing timing, Timing.Body body) throws Exception {
        return timing.seconds(body).stream().map(seconds -> seconds * MILLIS).toList();
    }
}
