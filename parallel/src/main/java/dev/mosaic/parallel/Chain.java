package dev.mosaic.parallel;

import dev.mosaic.Worker;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Steps that run as one task: each takes what the one before gave, the first takes the inputs.
 *
 * @param steps one or more
 */
record Chain(List<Step> steps) implements Serializable {
    private static final double NANOS = 1e9;

    /**
     * A value and how it came to be.
     *
     * @param worker uid
     * @param nanos how long its steps took
     */
    record Timed(@Nullable Object value, String worker, long nanos) implements Serializable {
        NodeTime time(String label) {
            return new NodeTime(label, worker, nanos / NANOS);
        }
    }

    @Nullable Object value(List<@Nullable Object> inputs) throws Exception {
        List<@Nullable Object> taken = new ArrayList<>(inputs.size());
        for (Object input : inputs) {
            taken.add(input instanceof Timed timed ? timed.value() : input);
        }
        for (Step step : steps) {
            Object value = step.apply(taken);
            taken = new ArrayList<>(1);
            taken.add(value);
        }
        return taken.getFirst();
    }

    Timed timed(List<@Nullable Object> inputs) throws Exception {
        long begun = System.nanoTime();
        Object value = value(inputs);
        return new Timed(value, Worker.current().uid(), System.nanoTime() - begun);
    }
}
