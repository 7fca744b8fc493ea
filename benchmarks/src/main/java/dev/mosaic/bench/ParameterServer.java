package dev.mosaic.bench;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Parameters of 100 MB in two shards, and four learners that read and change them; each has a worker of its own. */
final class ParameterServer implements Family {
    private static final int SHARDS = 2;
    private static final int LEARNERS = 4;
    private static final int REPS = 3;
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    @Override
    public List<Workload> workloads() {
        return List.of(Workload.PARAM_SERVER_SHARDED);
    }

    @Override
    public void run(Session session) throws Exception {
        var _ = session.mosaic(SHARDS + LEARNERS);
        int length = session.size(12_500_000, 100_000) / SHARDS;
        int iterations = session.size(10, 2);
        // Once before it counts: heaps grow to what they need.
        learn(length, iterations);
        List<Rep> reps = new ArrayList<>();
        for (int rep = 0; rep < session.size(REPS, 1); rep++) {
            reps.add(learn(length, iterations));
        }
        session.close();
        session.report(
                Workload.PARAM_SERVER_SHARDED,
                reps.stream().map(Rep::done).toList(),
                facts -> facts.number("workers", LEARNERS)
                        .number("shards", SHARDS)
                        .number("iters", iterations)
                        .numbers(
                                "until_workers_done",
                                reps.stream().map(Rep::learned).toList())
                        .number(
                                "actor_processes",
                                reps.stream().mapToInt(Rep::workers).min().orElse(0))
                        .text("note", "warm-up: one full repetition"));
    }

    /**
     * One repetition.
     *
     * @param learned seconds until the learners were done
     * @param done seconds until the last change was made
     * @param workers in how many the shards and learners lived
     */
    private record Rep(double learned, double done, int workers) {}

    private static Rep learn(int length, int iterations) {
        List<ShardProxy> shards =
                Stream.generate(() -> ShardProxy.remote(length)).limit(SHARDS).toList();
        List<LearnerProxy> all =
                Stream.generate(LearnerProxy::remote).limit(LEARNERS).toList();
        shards.forEach(shard -> shard.updates().result());
        all.forEach(learner -> learner.learn(0, shards).result());
        long begun = System.nanoTime();
        var _ = All.of(LEARNERS, i -> all.get(i).learn(iterations, shards));
        double learned = (System.nanoTime() - begun) / 1e9;
        // Calls of different callers have no order, so this may come before changes that are on their way.
        Wrong.unless(Pause.until(() -> areUpdated(shards, LEARNERS * iterations), PATIENCE), "a change was lost");
        double done = (System.nanoTime() - begun) / 1e9;
        Set<String> workers = new HashSet<>();
        shards.forEach(shard -> workers.add(shard.worker()));
        all.forEach(learner -> workers.add(learner.worker()));
        shards.forEach(shard -> shard.drop().await());
        all.forEach(learner -> learner.drop().await());
        return new Rep(learned, done, workers.size());
    }

    private static boolean areUpdated(List<ShardProxy> shards, int updates) {
        return shards.stream().allMatch(shard -> shard.updates().result() == updates);
    }
}
