package dev.mosaic;

import dev.mosaic.function.Action1;
import dev.mosaic.function.Action2;
import dev.mosaic.function.Action3;
import dev.mosaic.function.Action4;
import dev.mosaic.function.Action5;
import dev.mosaic.function.Action6;
import dev.mosaic.function.Action7;
import dev.mosaic.function.Function1;
import dev.mosaic.function.Function2;
import dev.mosaic.function.Function3;
import dev.mosaic.function.Function4;
import dev.mosaic.function.Function5;
import dev.mosaic.function.Function6;
import dev.mosaic.function.Function7;
import dev.mosaic.invoke.MethodReference;
import dev.mosaic.invoke.MethodTable;
import dev.mosaic.invoke.OtherCalls;
import dev.mosaic.invoke.Overload;
import dev.mosaic.unit.Outgoing;
import dev.mosaic.unit.TesseraHandle;
import io.smallrye.mutiny.Multi;
import java.io.Serializable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A proxy of a tessera without generated code: {@code a.call(Solver::solve, array)}. Use it in shells, in other JVM languages, and for classes
 * without the annotation processor.
 *
 * <p>A method reference calls a method. A lambda runs with the object, as one of its calls: {@code a.call(s -> s.size())}. A lambda that returns
 * nothing needs braces, {@code a.call(s -> { s.reset(); })}. Never pass an argument for a parameter {@code overload}.
 *
 * {@snippet class="snippets.ExamplesTest" region="function"}
 *
 * <p>The arguments are all values or all {@link Arg}; {@link Arg#of} makes an {@code Arg} of a value. A cast of the reference chooses an
 * overloaded method. If a method returns a {@code CompletionStage}, a {@code Uni} or a task, the task of the call has the value of this promise;
 * {@link Task#flat(Task)} gives it the right type.
 *
 * <p><b>Threading, Cost, Failure:</b> as {@link TesseraProxy}. The first use of a reference reads its class.
 *
 * @param <T> the class of the tessera
 */
@SuppressWarnings("overloads") // a reference to a method with a value is never one to a method without
public final class Remote<T> extends TesseraProxy {
    private final MethodTable table;

    /** For the runtime. */
    public Remote(TesseraHandle handle) {
        super(handle);
        this.table = handle.table();
    }

    /** A proxy whose calls run after these tasks are done. No data is transferred. */
    public Remote<T> after(Arg<?>... tasks) {
        return new Remote<>(handle().after(tasks));
    }

    /** A proxy that reads fields at once, and does not wait for earlier calls. */
    public Remote<T> unordered() {
        return new Remote<>(handle().unordered());
    }

    /** A proxy whose calls have these options. */
    public Remote<T> withCallOptions(Consumer<CallOptions> options) {
        return new Remote<>(handle().withCallOptions(options));
    }

    /** Reads a field, after the earlier calls of this caller. */
    public <F extends @Nullable Object> Task<F> get(String field) {
        return call(table.read(field)).send();
    }

    /** Writes a field, after the earlier calls of this caller. */
    public Task<@Nullable Void> set(String field, @Nullable Object value) {
        return call(table.write(field)).object(value).send();
    }

    /**
     * Calls a method that returns a stream of values. The method is called at once. The stream has one subscriber, which gets as many values as
     * it requests. Code in a worker should not wait for the stream by Mutiny's {@code await}, which blocks a slot: return the {@code Multi}, or a
     * {@code Uni} of it.
     */
    public <R> Multi<R> flow(Function1<T, ? extends Multi<R>> method) {
        return values(method).flow();
    }

    /** {@link #flow(Function1)} with an argument. */
    public <A extends @Nullable Object, R> Multi<R> flow(Function2<T, A, ? extends Multi<R>> method, A a) {
        return values(method, a).flow();
    }

    /** {@link #flow(Function1)} with an argument that is a task or ref. */
    public <A extends @Nullable Object, R> Multi<R> flow(
            Function2<T, A, ? extends Multi<R>> method, Arg<? extends A> a) {
        return promises(method, a).flow();
    }

    /** {@link #flow(Function1)} with arguments. */
    public <A extends @Nullable Object, B extends @Nullable Object, R> Multi<R> flow(
            Function3<T, A, B, ? extends Multi<R>> method, A a, B b) {
        return values(method, a, b).flow();
    }

    /** {@link #flow(Function1)} with arguments that are tasks or refs. */
    public <A extends @Nullable Object, B extends @Nullable Object, R> Multi<R> flow(
            Function3<T, A, B, ? extends Multi<R>> method, Arg<? extends A> a, Arg<? extends B> b) {
        return promises(method, a, b).flow();
    }

    public <R extends @Nullable Object> Task<R> call(Function1<T, R> method) {
        return values(method).send();
    }

    public Task<@Nullable Void> call(Action1<T> method, Overload... overload) {
        return values(method).send();
    }

    public <A extends @Nullable Object, R extends @Nullable Object> Task<R> call(Function2<T, A, R> method, A a) {
        return values(method, a).send();
    }

    public <A extends @Nullable Object> Task<@Nullable Void> call(Action2<T, A> method, A a, Overload... overload) {
        return values(method, a).send();
    }

    public <A extends @Nullable Object, R extends @Nullable Object> Task<R> call(
            Function2<T, A, R> method, Arg<? extends A> a) {
        return promises(method, a).send();
    }

    public <A extends @Nullable Object> Task<@Nullable Void> call(
            Action2<T, A> method, Arg<? extends A> a, Overload... overload) {
        return promises(method, a).send();
    }

    public <A extends @Nullable Object, B extends @Nullable Object, R extends @Nullable Object> Task<R> call(
            Function3<T, A, B, R> method, A a, B b) {
        return values(method, a, b).send();
    }

    public <A extends @Nullable Object, B extends @Nullable Object> Task<@Nullable Void> call(
            Action3<T, A, B> method, A a, B b, Overload... overload) {
        return values(method, a, b).send();
    }

    public <A extends @Nullable Object, B extends @Nullable Object, R extends @Nullable Object> Task<R> call(
            Function3<T, A, B, R> method, Arg<? extends A> a, Arg<? extends B> b) {
        return promises(method, a, b).send();
    }

    public <A extends @Nullable Object, B extends @Nullable Object> Task<@Nullable Void> call(
            Action3<T, A, B> method, Arg<? extends A> a, Arg<? extends B> b, Overload... overload) {
        return promises(method, a, b).send();
    }

    public <
                    A extends @Nullable Object,
                    B extends @Nullable Object,
                    C extends @Nullable Object,
                    R extends @Nullable Object>
            Task<R> call(Function4<T, A, B, C, R> method, A a, B b, C c) {
        return values(method, a, b, c).send();
    }

    public <A extends @Nullable Object, B extends @Nullable Object, C extends @Nullable Object>
            Task<@Nullable Void> call(Action4<T, A, B, C> method, A a, B b, C c, Overload... overload) {
        return values(method, a, b, c).send();
    }

    public <
                    A extends @Nullable Object,
                    B extends @Nullable Object,
                    C extends @Nullable Object,
                    R extends @Nullable Object>
            Task<R> call(Function4<T, A, B, C, R> method, Arg<? extends A> a, Arg<? extends B> b, Arg<? extends C> c) {
        return promises(method, a, b, c).send();
    }

    public <A extends @Nullable Object, B extends @Nullable Object, C extends @Nullable Object>
            Task<@Nullable Void> call(
                    Action4<T, A, B, C> method,
                    Arg<? extends A> a,
                    Arg<? extends B> b,
                    Arg<? extends C> c,
                    Overload... overload) {
        return promises(method, a, b, c).send();
    }

    public <
                    A extends @Nullable Object,
                    B extends @Nullable Object,
                    C extends @Nullable Object,
                    D extends @Nullable Object,
                    R extends @Nullable Object>
            Task<R> call(Function5<T, A, B, C, D, R> method, A a, B b, C c, D d) {
        return values(method, a, b, c, d).send();
    }

    public <
                    A extends @Nullable Object,
                    B extends @Nullable Object,
                    C extends @Nullable Object,
                    D extends @Nullable Object>
            Task<@Nullable Void> call(Action5<T, A, B, C, D> method, A a, B b, C c, D d, Overload... overload) {
        return values(method, a, b, c, d).send();
    }

    public <
                    A extends @Nullable Object,
                    B extends @Nullable Object,
                    C extends @Nullable Object,
                    D extends @Nullable Object,
                    R extends @Nullable Object>
            Task<R> call(
                    Function5<T, A, B, C, D, R> method,
                    Arg<? extends A> a,
                    Arg<? extends B> b,
                    Arg<? extends C> c,
                    Arg<? extends D> d) {
        return promises(method, a, b, c, d).send();
    }

    public <
                    A extends @Nullable Object,
                    B extends @Nullable Object,
                    C extends @Nullable Object,
                    D extends @Nullable Object>
            Task<@Nullable Void> call(
                    Action5<T, A, B, C, D> method,
                    Arg<? extends A> a,
                    Arg<? extends B> b,
                    Arg<? extends C> c,
                    Arg<? extends D> d,
                    Overload... overload) {
        return promises(method, a, b, c, d).send();
    }

    public <
                    A extends @Nullable Object,
                    B extends @Nullable Object,
                    C extends @Nullable Object,
                    D extends @Nullable Object,
                    E extends @Nullable Object,
                    R extends @Nullable Object>
            Task<R> call(Function6<T, A, B, C, D, E, R> method, A a, B b, C c, D d, E e) {
        return values(method, a, b, c, d, e).send();
    }

    public <
                    A extends @Nullable Object,
                    B extends @Nullable Object,
                    C extends @Nullable Object,
                    D extends @Nullable Object,
                    E extends @Nullable Object>
            Task<@Nullable Void> call(Action6<T, A, B, C, D, E> method, A a, B b, C c, D d, E e, Overload... overload) {
        return values(method, a, b, c, d, e).send();
    }

    public <
                    A extends @Nullable Object,
                    B extends @Nullable Object,
                    C extends @Nullable Object,
                    D extends @Nullable Object,
                    E extends @Nullable Object,
                    R extends @Nullable Object>
            Task<R> call(
                    Function6<T, A, B, C, D, E, R> method,
                    Arg<? extends A> a,
                    Arg<? extends B> b,
                    Arg<? extends C> c,
                    Arg<? extends D> d,
                    Arg<? extends E> e) {
        return promises(method, a, b, c, d, e).send();
    }

    public <
                    A extends @Nullable Object,
                    B extends @Nullable Object,
                    C extends @Nullable Object,
                    D extends @Nullable Object,
                    E extends @Nullable Object>
            Task<@Nullable Void> call(
                    Action6<T, A, B, C, D, E> method,
                    Arg<? extends A> a,
                    Arg<? extends B> b,
                    Arg<? extends C> c,
                    Arg<? extends D> d,
                    Arg<? extends E> e,
                    Overload... overload) {
        return promises(method, a, b, c, d, e).send();
    }

    public <
                    A extends @Nullable Object,
                    B extends @Nullable Object,
                    C extends @Nullable Object,
                    D extends @Nullable Object,
                    E extends @Nullable Object,
                    F extends @Nullable Object,
                    R extends @Nullable Object>
            Task<R> call(Function7<T, A, B, C, D, E, F, R> method, A a, B b, C c, D d, E e, F f) {
        return values(method, a, b, c, d, e, f).send();
    }

    public <
                    A extends @Nullable Object,
                    B extends @Nullable Object,
                    C extends @Nullable Object,
                    D extends @Nullable Object,
                    E extends @Nullable Object,
                    F extends @Nullable Object>
            Task<@Nullable Void> call(
                    Action7<T, A, B, C, D, E, F> method, A a, B b, C c, D d, E e, F f, Overload... overload) {
        return values(method, a, b, c, d, e, f).send();
    }

    public <
                    A extends @Nullable Object,
                    B extends @Nullable Object,
                    C extends @Nullable Object,
                    D extends @Nullable Object,
                    E extends @Nullable Object,
                    F extends @Nullable Object,
                    R extends @Nullable Object>
            Task<R> call(
                    Function7<T, A, B, C, D, E, F, R> method,
                    Arg<? extends A> a,
                    Arg<? extends B> b,
                    Arg<? extends C> c,
                    Arg<? extends D> d,
                    Arg<? extends E> e,
                    Arg<? extends F> f) {
        return promises(method, a, b, c, d, e, f).send();
    }

    public <
                    A extends @Nullable Object,
                    B extends @Nullable Object,
                    C extends @Nullable Object,
                    D extends @Nullable Object,
                    E extends @Nullable Object,
                    F extends @Nullable Object>
            Task<@Nullable Void> call(
                    Action7<T, A, B, C, D, E, F> method,
                    Arg<? extends A> a,
                    Arg<? extends B> b,
                    Arg<? extends C> c,
                    Arg<? extends D> d,
                    Arg<? extends E> e,
                    Arg<? extends F> f,
                    Overload... overload) {
        return promises(method, a, b, c, d, e, f).send();
    }

    private Outgoing values(Serializable method, @Nullable Object... values) {
        Outgoing call = begin(method);
        for (Object value : values) {
            call.object(value);
        }
        return call;
    }

    private Outgoing promises(Serializable method, Arg<?>... values) {
        Outgoing call = begin(method);
        for (Arg<?> value : values) {
            call.arg(value);
        }
        return call;
    }

    private Outgoing begin(Serializable method) {
        int index = MethodReference.index(table, method);
        return index == OtherCalls.FUNCTION ? call(index).object(method) : call(index);
    }
}
