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
 * A value that is not computed yet: a function and the values it needs, as {@code dask.delayed}. Nothing runs before {@link #compute}, which
 * knows the whole graph then: it leaves out what is not needed, runs a chain as one task, and takes an order in which few values are kept at a time.
 *
 * <pre>{@code
 * Delayed<Image> image = Delayed.of(() -> read("shot-1.segy"));
 * Delayed<Image> clean = image.then(Filters::clean);
 * double misfit = Delayed.of(Solver::misfit, clean, model).compute(mosaic);
 * }</pre>
 *
 * <p>Functions give the same for the same arguments: they may run more than once where a worker is lost. A value that several nodes need is computed
 * once in a {@link #compute}; values are not kept from one to the next. What a function needs beside its inputs is captured by it: {@code a.then(x ->
 * power(x, 3))}.
 *
 * <p><b>Threading:</b> immutable. <b>Cost:</b> some hundred bytes; a stateless task for each chain when it is computed.
 *
 * @param <T> of the value
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

    /** What the function will give. */
    @SuppressWarnings("unchecked") // its readers take what it gives
    public static <R extends @Nullable Object> Delayed<R> of(Function0<R> function) {
        return of(new Step.Make((Function0<@Nullable Object>) (Function0<?>) function));
    }

    /** What the function will give of a value. */
    @SuppressWarnings("unchecked") // the input has the type that it takes
    public static <A extends @Nullable Object, R extends @Nullable Object> Delayed<R> of(
            Function1<A, R> function, Delayed<? extends A> a) {
        return of(new Step.One((Function1<@Nullable Object, @Nullable Object>) (Function1<?, ?>) function), a);
    }

    /** What the function will give of two values. */
    @SuppressWarnings("unchecked") // the inputs have the types that it takes
    public static <A extends @Nullable Object, B extends @Nullable Object, R extends @Nullable Object> Delayed<R> of(
            Function2<A, B, R> function, Delayed<? extends A> a, Delayed<? extends B> b) {
        return of(
                new Step.Two((Function2<@Nullable Object, @Nullable Object, @Nullable Object>)
                        (Function2<?, ?, ?>) function),
                a,
                b);
    }

    /** What the function will give of three values. */
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

    /** What a task gives, or a ref refers to, or a value: {@code Delayed.from(Arg.of(3))}. */
    public static <T extends @Nullable Object> Delayed<T> from(Arg<T> present) {
        return new Delayed<>(GraphNode.of(present));
    }

    /** A list of what these will give, in their order. */
    public static <T extends @Nullable Object> Delayed<List<T>> all(Collection<? extends Delayed<? extends T>> items) {
        return of(new Step.Listed(), items);
    }

    /** A map of what these will give, by the same keys in the same order. */
    public static <K, T extends @Nullable Object> Delayed<Map<K, T>> all(Map<K, ? extends Delayed<? extends T>> items) {
        return of(new Step.Mapped(List.copyOf(items.keySet())), items.values());
    }

    /**
     * Makes one value of several: neighbours are put together, so many at a time from the left, then what came of that, until one is left. The order
     * depends on their number alone, so a sum of floating-point numbers is the same to the last bit each time. Values go from worker to worker.
     *
     * @param items one or more
     * @param fanIn how many are put together by a task; from 2
     * @param plus may change its first argument, which is a copy of its own, and return it
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

    /** What the function will give of this value. */
    public <R extends @Nullable Object> Delayed<R> then(Function1<? super T, R> function) {
        return of(function, this);
    }

    /** The same with a name, which is drawn and stands in profiles; else it is that of the function. */
    public Delayed<T> named(String shown) {
        return new Delayed<>(node.named(shown));
    }

    /** The same, whose task has these options: {@code d.withCallOptions(o -> o.gpus(1))}. It is a task of its own, also in a chain. */
    public Delayed<T> withCallOptions(Consumer<CallOptions> chosen) {
        return new Delayed<>(node.withCallOptions(chosen));
    }

    /**
     * Computes this value, and blocks until it is available.
     *
     * @throws RuntimeException what a function has thrown
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
