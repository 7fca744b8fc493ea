package dev.mosaic.parallel;

import dev.mosaic.Copies;
import dev.mosaic.Worker;
import dev.mosaic.function.Function1;
import dev.mosaic.function.TaskName;
import dev.mosaic.window.PlainValue;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A function: steps that run as one task. Each takes what the one before gave, the first takes the inputs.
 *
 * @param name of the last node
 * @param steps one or more
 */
record Chain(String name, List<Step> steps) implements Function1<List<@Nullable Object>, @Nullable Object>, TaskName {
    private static final double NANOS = 1e9;

    /** A function: a chain that says how long it took. */
    record Clocked(Chain chain) implements Function1<List<@Nullable Object>, Timed>, TaskName {
        @Override
        public String name() {
            return chain.name();
        }

        @Override
        public Timed apply(List<@Nullable Object> inputs) throws Exception {
            long begun = System.nanoTime();
            Object value = chain.apply(inputs);
            return new Timed(value, Worker.current().uid(), System.nanoTime() - begun);
        }
    }

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

    /** Steps that share nothing which one of them could change, as if each were a task. */
    private List<Step> own() {
        List<Step> own = new ArrayList<>(steps);
        for (int i = 1; i < own.size(); i++) {
            own.set(i, Copies.of(own.get(i)));
        }
        return own;
    }

    @Override
    public @Nullable Object apply(List<@Nullable Object> inputs) throws Exception {
        List<@Nullable Object> taken = new ArrayList<>(inputs.size());
        for (Object input : inputs) {
            taken.add(input instanceof Timed timed ? timed.value() : input);
        }
        for (Step step : own()) {
            Object value = PlainValue.checked(step.apply(taken));
            taken = new ArrayList<>(1);
            taken.add(value);
        }
        return taken.getFirst();
    }
}
