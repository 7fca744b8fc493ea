package dev.mosaic.parallel;

import dev.mosaic.Arg;
import dev.mosaic.CallOptions;
import dev.mosaic.InvalidOptionException;
import dev.mosaic.Mosaic;
import dev.mosaic.function.Function0;
import dev.mosaic.function.Function1;
import dev.mosaic.function.Function2;
import dev.mosaic.function.Function3;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A value that is computed later: a function and its inputs, like {@code dask.delayed}. Nothing runs until {@link #compute}, which knows the whole
 * graph: it skips what is not needed, runs a chain as one task, and chooses an order in which few values are kept at a time.
 *
 * <pre>{@code
 * Delayed<Image> image = Delayed.of(() -> read("shot-1.segy"));
 * Delayed<Image> clean = image.then(Filters::clean);
 * double misfit = Delayed.of(Solver::misfit, clean, model).compute(mosaic);
 * }</pre>
 *
 * <p>Functions must return the same result for the same arguments, because they run again if a worker is lost. A value that several nodes need is
 * computed once in a {@link #compute}; values are not kept for the next one. A function can capture further values: {@code a.then(x -> power(x,
 * 3))}.
 *
 * <p><b>Threading:</b> immutable. <b>Cost:</b> some hundred bytes, and a stateless task for each chain.
 *
 * @param <T> the type of the value
 */
public final class Delayed<T extends @Nullable Object> {
    private final GraphNode node;

    private Delayed(GraphNode node) {
        this.node = node;
    }

    private static <T extends @Nullable Object> Delayed<T> of(Step step, Delayed<?>... inputs) {
        return of(step, List.of(inputs));
    }

    private static <T extends @Nullable Object> Delayed<T> of(Step step, Collection<? extends Delayed<?>> inputs) {
        return new Delayed<>(
                GraphNode.of(step, inputs.stream().map(Delayed::node).toList()));
    }

    /** The result of a function. */
    @SuppressWarnings("unchecked") // its readers take what it gives
    public static <R extends @Nullable Object> Delayed<R> of(Function0<R> function) {
        return of(new Step.Make((Function0<@Nullable Object>) (Function0<?>) function));
    }

    /** The result of a function of a value. */
    @SuppressWarnings("unchecked") // the input has the type that it takes
    public static <A extends @Nullable Object, R extends @Nullable Object> Delayed<R> of(
            Function1<A, R> function, Delayed<? extends A> a) {
        return of(new Step.One((Function1<@Nullable Object, @Nullable Object>) (Function1<?, ?>) function), a);
    }

    /** The result of a function of two values. */
    @SuppressWarnings("unchecked") // the inputs have the types that it takes
    public static <A extends @Nullable Object, B extends @Nullable Object, R extends @Nullable Object> Delayed<R> of(
            Function2<A, B, R> function, Delayed<? extends A> a, Delayed<? extends B> b) {
        return of(
                new Step.Two((Function2<@Nullable Object, @Nullable Object, @Nullable Object>)
                        (Function2<?, ?, ?>) function),
                a,
                b);
    }

    /** The result of a function of three values. */
    @SuppressWarnings("unchecked") // the inputs have the types that it takes
    public static <
                    A extends @Nullable Object,
                    B extends @Nullable Object,
                    C extends @Nullable Object,
                    R extends @Nullable Object>
            Delayed<R> of(
                    Function3<A, B, C, R> function,
                    Delayed<? extends A> a,
                    Delayed<? extends B> b,
                    Delayed<? extends C> c) {
        return of(
                new Step.Three((Function3<@Nullable Object, @Nullable Object, @Nullable Object, @Nullable Object>)
                        (Function3<?, ?, ?, ?>) function),
                a,
                b,
                c);
    }

    /** The value of a task or of a ref, or a given value: {@code Delayed.from(Arg.of(3))}. */
    public static <T extends @Nullable Object> Delayed<T> from(Arg<T> present) {
        return new Delayed<>(GraphNode.of(present));
    }

    /** A list of these values, in their order. */
    public static <T extends @Nullable Object> Delayed<List<T>> all(Collection<? extends Delayed<? extends T>> items) {
        return of(new Step.Listed(), items);
    }

    /** A map of these values, with the same keys in the same order. */
    public static <K, T extends @Nullable Object> Delayed<Map<K, T>> all(Map<K, ? extends Delayed<? extends T>> items) {
        return of(new Step.Mapped(List.copyOf(items.keySet())), items.values());
    }

    /**
     * A tree reduction: each task combines {@code fanIn} adjacent values, then adjacent results, until one is left. The order depends only on the
     * number of values, so a sum of floating-point numbers has the same bits each time. Values go from worker to worker.
     *
     * @param items one or more
     * @param fanIn the number of values that a task combines; 2 or more
     * @param plus combines two values; it may change its first argument, which is a copy, and return it
     */
    public static <T extends @Nullable Object> Delayed<T> treeReduce(
            List<? extends Delayed<T>> items, int fanIn, Function2<T, T, T> plus) {
        if (items.isEmpty() || fanIn < 2) {
            throw new InvalidOptionException(
                    "items=" + items.size() + " with fanIn=" + fanIn + " cannot be reduced",
                    "give one item or more, and a fanIn of 2 or more");
        }
        Function1<List<T>, T> together = parts -> {
            Function2<T, T, T> own = PerCall.of(plus);
            T sum = parts.getFirst();
            for (int i = 1; i < parts.size(); i++) {
                sum = own.apply(sum, parts.get(i));
            }
            return sum;
        };
        List<Delayed<T>> level = new ArrayList<>(items);
        while (level.size() > 1) {
            List<Delayed<T>> next = new ArrayList<>();
            for (int i = 0; i < level.size(); i += fanIn) {
                List<Delayed<T>> group = level.subList(i, Math.min(level.size(), i + fanIn));
                next.add(
                        group.size() == 1
                                ? group.getFirst()
                                : Delayed.<T>all(group).then(together));
            }
            level = next;
        }
        return level.getFirst();
    }

    /** The result of a function of this value. */
    public <R extends @Nullable Object> Delayed<R> then(Function1<? super T, R> function) {
        return of(function, this);
    }

    /** A copy with a name for pictures and profiles; by default the name of the function. */
    public Delayed<T> named(String shown) {
        return new Delayed<>(node.named(shown));
    }

    /** A copy whose task has these options: {@code d.withCallOptions(o -> o.gpus(1))}. It is a separate task, even within a chain. */
    public Delayed<T> withCallOptions(Consumer<CallOptions> chosen) {
        return new Delayed<>(node.withCallOptions(chosen));
    }

    /**
     * Computes this value, and blocks until it is available.
     *
     * @throws RuntimeException if a function throws one
     */
    @SuppressWarnings({"unchecked", "NullAway"}) // it is what the node's function has given
    public T compute(Mosaic mosaic) {
        GraphPlan plan = GraphPlan.of(List.of(node));
        return (T) new GraphResults(mosaic, plan, GraphRun.RETRIES, false).value(node);
    }

    GraphNode node() {
        return node;
    }
}
