package dev.mosaic;

import dev.mosaic.function.Action0;
import dev.mosaic.function.Function0;
import dev.mosaic.function.Function1;
import dev.mosaic.function.Function2;
import dev.mosaic.function.Function3;
import dev.mosaic.function.Function4;
import dev.mosaic.function.Function5;
import dev.mosaic.function.Function6;
import dev.mosaic.function.Function7;
import dev.mosaic.invoke.Overload;
import dev.mosaic.unit.Outgoing;
import dev.mosaic.unit.Unit;
import java.io.Serializable;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An object that submits stateless tasks: functions that run in any worker. A {@link Mosaic} is a submitter. {@link #withCallOptions} and {@link
 * #after} return another submitter, whose tasks have options or run after other tasks.
 *
 * {@snippet class="snippets.ExamplesTest" region="calling"}
 *
 * <p>The arguments are all values or all {@link Arg}, that is, tasks, refs, lists of them by {@link Arg#list}, and values
 * by {@link Arg#of}. A function that returns a {@link java.util.concurrent.CompletionStage}, a {@code Uni} or a task promises a value: the
 * task of the call is done when the value is available, and has this value. {@link Task#flat(Task)} gives the task the type of the value. No worker
 * waits meanwhile.
 *
 * {@snippet class="snippets.ExamplesTest" region="promise"}
 *
 * <p><b>Threading:</b> immutable; any thread. <b>Failure:</b> a function or argument that cannot be captured is a {@link
 * SerializationException} here; all other failures fail the task. If the worker of a task is lost, the task runs again on another
 * worker, up to 3 times by default ({@link CallOptions#maxRetries}).
 */
public class TaskSubmitter {
    private final Unit unit;
    private final CallOptions options;
    private final List<Arg<?>> after;

    TaskSubmitter(Unit unit) {
        this(unit, new CallOptions(), List.of());
    }

    private TaskSubmitter(Unit unit, CallOptions options, List<Arg<?>> after) {
        this.unit = unit;
        this.options = options;
        this.after = after;
    }

    /** A submitter whose tasks have these options, instead of the options of this submitter. They still run after the tasks of {@link #after}. */
    public TaskSubmitter withCallOptions(Consumer<CallOptions> options) {
        CallOptions chosen = new CallOptions();
        options.accept(chosen);
        return new TaskSubmitter(unit, chosen, after);
    }

    /** A submitter with the same options whose tasks also run after these tasks, and fail if one of them fails. No data is transferred. */
    public TaskSubmitter after(Arg<?>... tasks) {
        return new TaskSubmitter(
                unit, options, Stream.concat(after.stream(), Stream.of(tasks)).toList());
    }

    /** Runs a function in a worker: {@code mosaic.submit(() -> simulate(shot))}. The values that it captures are sent with it. */
    public <R extends @Nullable Object> Task<R> submit(Function0<R> function) {
        return begin(function).send();
    }

    /** {@link #submit(Function0)} for an action that returns nothing. */
    public Task<@Nullable Void> submit(Action0 action) {
        return begin(action).send();
    }

    /**
     * {@link #submit(Function0)} of a function with one parameter: {@code mosaic.submit(Solver::misfit, model)}, where the model is a task or a ref.
     * Its value is sent directly from the process that has it to the worker that runs the function.
     *
     * {@snippet class="snippets.ExamplesTest" region="arguments"}
     */
    public <A extends @Nullable Object, R extends @Nullable Object> Task<R> submit(
            Function1<A, R> function, Arg<? extends A> a) {
        return promises(function, a);
    }

    /**
     * {@link #submit(Function1, Arg)} with a value. The value is copied before this method returns.
     *
     * @param overload leave it out
     */
    public <A extends @Nullable Object, R extends @Nullable Object> Task<R> submit(
            Function1<A, R> function, A a, Overload... overload) {
        return values(function, a);
    }

    /** {@link #submit(Function1, Arg)} with two arguments. */
    public <A extends @Nullable Object, B extends @Nullable Object, R extends @Nullable Object> Task<R> submit(
            Function2<A, B, R> function, Arg<? extends A> a, Arg<? extends B> b) {
        return promises(function, a, b);
    }

    /**
     * {@link #submit(Function1, Arg)} with two arguments that are values.
     *
     * @param overload leave it out
     */
    public <A extends @Nullable Object, B extends @Nullable Object, R extends @Nullable Object> Task<R> submit(
            Function2<A, B, R> function, A a, B b, Overload... overload) {
        return values(function, a, b);
    }

    /** {@link #submit(Function1, Arg)} with three arguments. */
    public <
                    A extends @Nullable Object,
                    B extends @Nullable Object,
                    C extends @Nullable Object,
                    R extends @Nullable Object>
            Task<R> submit(Function3<A, B, C, R> function, Arg<? extends A> a, Arg<? extends B> b, Arg<? extends C> c) {
        return promises(function, a, b, c);
    }

    /**
     * {@link #submit(Function1, Arg)} with three arguments that are values.
     *
     * @param overload leave it out
     */
    public <
                    A extends @Nullable Object,
                    B extends @Nullable Object,
                    C extends @Nullable Object,
                    R extends @Nullable Object>
            Task<R> submit(Function3<A, B, C, R> function, A a, B b, C c, Overload... overload) {
        return values(function, a, b, c);
    }

    /** {@link #submit(Function1, Arg)} with four arguments. */
    public <
                    A extends @Nullable Object,
                    B extends @Nullable Object,
                    C extends @Nullable Object,
                    D extends @Nullable Object,
                    R extends @Nullable Object>
            Task<R> submit(
                    Function4<A, B, C, D, R> function,
                    Arg<? extends A> a,
                    Arg<? extends B> b,
                    Arg<? extends C> c,
                    Arg<? extends D> d) {
        return promises(function, a, b, c, d);
    }

    /**
     * {@link #submit(Function1, Arg)} with four arguments that are values.
     *
     * @param overload leave it out
     */
    public <
                    A extends @Nullable Object,
                    B extends @Nullable Object,
                    C extends @Nullable Object,
                    D extends @Nullable Object,
                    R extends @Nullable Object>
            Task<R> submit(Function4<A, B, C, D, R> function, A a, B b, C c, D d, Overload... overload) {
        return values(function, a, b, c, d);
    }

    /** {@link #submit(Function1, Arg)} with five arguments. */
    public <
                    A extends @Nullable Object,
                    B extends @Nullable Object,
                    C extends @Nullable Object,
                    D extends @Nullable Object,
                    E extends @Nullable Object,
                    R extends @Nullable Object>
            Task<R> submit(
                    Function5<A, B, C, D, E, R> function,
                    Arg<? extends A> a,
                    Arg<? extends B> b,
                    Arg<? extends C> c,
                    Arg<? extends D> d,
                    Arg<? extends E> e) {
        return promises(function, a, b, c, d, e);
    }

    /**
     * {@link #submit(Function1, Arg)} with five arguments that are values.
     *
     * @param overload leave it out
     */
    public <
                    A extends @Nullable Object,
                    B extends @Nullable Object,
                    C extends @Nullable Object,
                    D extends @Nullable Object,
                    E extends @Nullable Object,
                    R extends @Nullable Object>
            Task<R> submit(Function5<A, B, C, D, E, R> function, A a, B b, C c, D d, E e, Overload... overload) {
        return values(function, a, b, c, d, e);
    }

    /** {@link #submit(Function1, Arg)} with six arguments. */
    public <
                    A extends @Nullable Object,
                    B extends @Nullable Object,
                    C extends @Nullable Object,
                    D extends @Nullable Object,
                    E extends @Nullable Object,
                    F extends @Nullable Object,
                    R extends @Nullable Object>
            Task<R> submit(
                    Function6<A, B, C, D, E, F, R> function,
                    Arg<? extends A> a,
                    Arg<? extends B> b,
                    Arg<? extends C> c,
                    Arg<? extends D> d,
                    Arg<? extends E> e,
                    Arg<? extends F> f) {
        return promises(function, a, b, c, d, e, f);
    }

    /**
     * {@link #submit(Function1, Arg)} with six arguments that are values.
     *
     * @param overload leave it out
     */
    public <
                    A extends @Nullable Object,
                    B extends @Nullable Object,
                    C extends @Nullable Object,
                    D extends @Nullable Object,
                    E extends @Nullable Object,
                    F extends @Nullable Object,
                    R extends @Nullable Object>
            Task<R> submit(
                    Function6<A, B, C, D, E, F, R> function, A a, B b, C c, D d, E e, F f, Overload... overload) {
        return values(function, a, b, c, d, e, f);
    }

    /** {@link #submit(Function1, Arg)} with seven arguments. */
    public <
                    A extends @Nullable Object,
                    B extends @Nullable Object,
                    C extends @Nullable Object,
                    D extends @Nullable Object,
                    E extends @Nullable Object,
                    F extends @Nullable Object,
                    G extends @Nullable Object,
                    R extends @Nullable Object>
            Task<R> submit(
                    Function7<A, B, C, D, E, F, G, R> function,
                    Arg<? extends A> a,
                    Arg<? extends B> b,
                    Arg<? extends C> c,
                    Arg<? extends D> d,
                    Arg<? extends E> e,
                    Arg<? extends F> f,
                    Arg<? extends G> g) {
        return promises(function, a, b, c, d, e, f, g);
    }

    /**
     * {@link #submit(Function1, Arg)} with seven arguments that are values.
     *
     * @param overload leave it out
     */
    public <
                    A extends @Nullable Object,
                    B extends @Nullable Object,
                    C extends @Nullable Object,
                    D extends @Nullable Object,
                    E extends @Nullable Object,
                    F extends @Nullable Object,
                    G extends @Nullable Object,
                    R extends @Nullable Object>
            Task<R> submit(
                    Function7<A, B, C, D, E, F, G, R> function,
                    A a,
                    B b,
                    C c,
                    D d,
                    E e,
                    F f,
                    G g,
                    Overload... overload) {
        return values(function, a, b, c, d, e, f, g);
    }

    /**
     * Creates one task for each item, in the order of the items: {@code mosaic.map(gradients, Solver::norm)}. The items are tasks or refs, and the
     * function gets their values. Each item gets a new copy of the values that the function captured ({@link Copies}). Without options, small items
     * are sent in chunks; a chunk is cancelled when all of its items are cancelled.
     *
     * {@snippet class="snippets.ExamplesTest" region="map"}
     */
    public <A extends @Nullable Object, R extends @Nullable Object> List<Task<R>> map(
            Collection<? extends Arg<? extends A>> items, Function1<A, R> function) {
        return unit.map(items, function, options, after);
    }

    /**
     * {@link #map(Collection, Function1)} of items that are values.
     *
     * @param overload leave it out
     */
    public <A extends @Nullable Object, R extends @Nullable Object> List<Task<R>> map(
            Collection<? extends A> items, Function1<A, R> function, Overload... overload) {
        return unit.map(items.stream().map(Arg.Value::new).toList(), function, options, after);
    }

    private <R extends @Nullable Object> Task<R> values(Serializable function, @Nullable Object... values) {
        Outgoing task = begin(function);
        for (Object value : values) {
            task.object(value);
        }
        return task.send();
    }

    private <R extends @Nullable Object> Task<R> promises(Serializable function, Arg<?>... values) {
        Outgoing task = begin(function);
        for (Arg<?> value : values) {
            task.arg(value);
        }
        return task.send();
    }

    private Outgoing begin(Serializable body) {
        return unit.submit(body, options).after(after);
    }
}
