package dev.mosaic.parallel;

import dev.mosaic.Arg;
import dev.mosaic.Bundle;
import dev.mosaic.CallOptions;
import dev.mosaic.Mosaic;
import dev.mosaic.ResultLostException;
import dev.mosaic.Task;
import dev.mosaic.TaskSubmitter;
import dev.mosaic.function.Function1;
import dev.mosaic.window.Capacity;
import dev.mosaic.window.Causes;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Runs a plan: makes its tasks in their order, so many ahead of those that have ended as take some {@value #AHEAD_MILLIS} ms. A task takes those of its inputs as
 * arguments, so it may be made before they have ended, and values go from worker to worker. A value that no further task needs is let go.
 *
 * <p><b>Threading:</b> one thread, which waits. <b>Cost:</b> a stateless task for each part.
 */
final class GraphRun {
    private static final Duration WORKERS_COME = Duration.ofMillis(100);
    private static final int AHEAD_MILLIS = 50;
    private static final double AHEAD_NANOS = AHEAD_MILLIS * 1e6;
    private static final double SHORT_NANOS = 1e6;
    private static final double NANOS = 1e9;

    /** How often a node is started again whose worker is lost, where nobody says it. */
    static final int RETRIES = 3;

    /** Tasks ahead for each worker: so many at first, and at most. */
    private static final int LEAST = 4;

    private static final int MOST = 512;

    /**
     * What came of it.
     *
     * @param tasks of the outputs
     * @param times of the parts; none where they were not asked for
     */
    record Ended(Map<GraphNode, Task<@Nullable Object>> tasks, Map<GraphPlan.Part, NodeTime> times, double seconds) {
        @Nullable Object value(GraphNode output) {
            Task<@Nullable Object> task = tasks.get(output);
            Object value = task == null ? null : task.result();
            return value instanceof Chain.Timed timed ? timed.value() : value;
        }
    }

    private final Mosaic mosaic;
    private final GraphPlan plan;
    private final int maxRetries;
    private final boolean isTimed;

    private final Capacity capacity;
    private final Map<GraphNode, Task<@Nullable Object>> kept = new HashMap<>();
    private final Map<GraphNode, Integer> readers = new HashMap<>();
    private final Map<GraphPlan.Part, Task<NodeTime>> times = new LinkedHashMap<>();

    /** In the order in which they were made. */
    private final Map<Task<@Nullable Object>, GraphPlan.Part> underWay = new LinkedHashMap<>();

    private double nanosPerTask = Double.NaN;
    private long lookedNanos;

    private GraphRun(Mosaic mosaic, GraphPlan plan, int maxRetries, boolean isTimed) {
        this.mosaic = mosaic;
        this.plan = plan;
        this.maxRetries = maxRetries;
        this.isTimed = isTimed;
        this.capacity = new Capacity(mosaic::workers, mosaic::nodes, Bundle.PROCESSOR);
    }

    /** Runs it; again, up to that often, where values are lost that nothing can make again. */
    static Ended run(Mosaic mosaic, GraphPlan plan, int maxRetries, boolean isTimed) {
        for (int retries = 0; ; retries++) {
            try {
                return new GraphRun(mosaic, plan, maxRetries, isTimed).once();
            } catch (RuntimeException failure) {
                if (retries >= maxRetries || !isLoss(failure)) {
                    throw failure;
                }
            }
        }
    }

    static boolean isLoss(Throwable failure) {
        return Causes.of(failure).anyMatch(ResultLostException.class::isInstance);
    }

    private Ended once() {
        long begun = System.nanoTime();
        lookedNanos = begun;
        plan.readers().forEach(readers::put);
        try {
            for (GraphPlan.Part part : plan.parts()) {
                while (underWay.size() >= window()) {
                    await();
                }
                send(part);
            }
            while (!underWay.isEmpty()) {
                await();
            }
            Map<GraphNode, Task<@Nullable Object>> tasks = new HashMap<>();
            for (GraphNode output : plan.outputs()) {
                Task<@Nullable Object> task = kept.get(output);
                tasks.put(output, task != null ? task : present(output));
            }
            Map<GraphPlan.Part, NodeTime> known = new HashMap<>();
            times.forEach((part, time) -> known.put(part, time.result()));
            return new Ended(tasks, known, (System.nanoTime() - begun) / NANOS);
        } catch (RuntimeException | Error failure) {
            underWay.keySet().forEach(Task::cancel);
            throw failure;
        }
    }

    private Task<@Nullable Object> present(GraphNode output) {
        Function1<@Nullable Object, @Nullable Object> same = any -> any;
        return mosaic.submit(same, argument(output));
    }

    private int window() {
        double ahead = Double.isNaN(nanosPerTask) ? 0 : AHEAD_NANOS / Math.max(1, nanosPerTask);
        int workers = capacity.workers();
        return (int) Math.clamp(ahead, (double) LEAST * workers, (double) MOST * workers);
    }

    @SuppressWarnings("unchecked") // it gives an object
    private void send(GraphPlan.Part part) {
        List<Arg<@Nullable Object>> inputs =
                part.inputs().stream().map(this::argument).toList();
        Consumer<CallOptions> own = part.options();
        TaskSubmitter submitter = mosaic.withCallOptions(options -> {
            options.maxRetries(maxRetries);
            if (own != null) {
                own.accept(options);
            }
        });
        Chain chain = part.chain();
        Task<@Nullable Object> task;
        if (isTimed) {
            task = (Task<@Nullable Object>) (Task<?>) submitter.submit(new Chain.Clocked(chain), Arg.list(inputs));
        } else {
            task = submitter.submit(chain, Arg.list(inputs));
        }
        underWay.put(task, part);
        kept.put(part.last(), task);
        if (isTimed) {
            String label = part.label();
            times.put(part, task.then(any -> ((Chain.Timed) Objects.requireNonNull(any)).time(label)));
        }
        for (GraphNode input : part.distinctInputs()) {
            Task<?> last = readers.merge(input, -1, Integer::sum) == 0 ? kept.remove(input) : null;
            if (last != null) {
                last.release();
            }
        }
    }

    @SuppressWarnings("unchecked") // the node's function gives what its readers take
    private Arg<@Nullable Object> argument(GraphNode input) {
        Arg<?> present = input.present();
        Arg<?> argument = present != null ? present : kept.get(input);
        return (Arg<@Nullable Object>) Objects.requireNonNull(argument);
    }

    /** Waits until some have ended; until one has, where they take long; not so long that workers which come meanwhile are idle. Throws what one has thrown. */
    private void await() {
        int count = nanosPerTask < SHORT_NANOS ? 1 + underWay.size() / 4 : 1;
        List<Task<@Nullable Object>> ready = mosaic.<@Nullable Object>waitFor(underWay.keySet(), count, WORKERS_COME)
                .ready();
        if (ready.isEmpty()) {
            return;
        }
        ready.stream()
                .filter(task -> task.state() != Task.State.DONE)
                .findFirst()
                .ifPresent(Task::await); // throws
        ready.forEach(underWay::remove);
        long now = System.nanoTime();
        double each = (double) (now - lookedNanos) / ready.size();
        nanosPerTask = Double.isNaN(nanosPerTask) ? each : (nanosPerTask + each) / 2;
        lookedNanos = now;
    }
}
