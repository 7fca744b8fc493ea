package dev.mosaic;

import dev.mosaic.function.Function1;
import dev.mosaic.function.Function2;
import dev.mosaic.invoke.MethodTable;
import dev.mosaic.unit.Outgoing;
import dev.mosaic.unit.TesseraHandle;
import dev.mosaic.unit.Unit;
import java.util.Collection;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A value that the program and all its workers can read and change. It is in one worker, which applies one change at a time. An object of
 * the warehouse ({@link Ref}), by contrast, never changes.
 *
 * <pre>{@code
 * SharedValue<float[]> gradient = mosaic.sharedValue(new float[n], Sums::floats);
 * mosaic.forEach(shots, (worker, shot) -> gradient.accumulate(gradientOf(shot)).await());
 * float[] sum = gradient.read().result();
 * }</pre>
 *
 * <p>A SharedValue is a proxy like {@link TesseraProxy}: pass it as an argument, in a field or in a collection. If its worker is drained, it
 * moves to another one. With {@code mosaic.withOptions(o -> o.maxRestarts(3)).sharedValue(..)} it survives the death of its worker, with all
 * completed changes; by default each change then writes the whole value to the warehouse ({@link TesseraOptions#snapshots}). Each change is
 * applied once, also if its call is retried ({@link CallOptions#maxRetries}, 3 here).
 *
 * <p><b>Threading:</b> any thread, in any worker. Changes and reads of one caller are applied in their order. <b>Cost:</b> one call for each. An
 * added value is transferred once; the shared value is transferred only when it is read. <b>Failure:</b> if a function throws, its task
 * fails and the shared value is not replaced; changes that the function made inside the value remain.
 *
 * @param <T> the type of the value
 */
public final class SharedValue<T extends @Nullable Object> extends TesseraProxy {
    static final MethodTable TABLE = MethodTable.of(SharedValueTessera.class);

    private static final String FUNCTION_1 = "Ldev/mosaic/function/Function1;";
    private static final String FUNCTION_2 = "Ldev/mosaic/function/Function2;";
    private static final String OBJECT = "Ljava/lang/Object;";
    private static final int MADE = TABLE.constructor("(" + OBJECT + FUNCTION_2 + ")V");
    private static final int READ = TABLE.method("read", "()" + OBJECT);
    private static final int READ_PART = TABLE.method("read", "(" + FUNCTION_1 + ")" + OBJECT);
    private static final int READ_VERSIONED = TABLE.method("readVersioned", "()Ldev/mosaic/Versioned;");
    private static final int SET = TABLE.method("set", "(JJJ" + OBJECT + ")J");
    private static final int COMPARE_AND_SET = TABLE.method("compareAndSet", "(JJJJ" + OBJECT + ")Z");
    private static final int UPDATE = TABLE.method("update", "(JJJ" + FUNCTION_1 + ")V");
    private static final int UPDATE_AND_GET = TABLE.method("updateAndGet", "(JJJ" + FUNCTION_1 + ")" + OBJECT);
    private static final int ACCUMULATE = TABLE.method("accumulate", "(JJJ" + OBJECT + FUNCTION_2 + ")V");

    private static final int ACCUMULATE_ALL = TABLE.method("accumulateAll", "(JJJLjava/util/List;)V");

    private static final int RETRIES = 3;

    /** For the runtime. */
    public SharedValue(TesseraHandle handle) {
        this(handle, options -> {});
    }

    /**
     * A change that arrives twice is applied once, so calls are retried when the shared value has restarted.
     *
     * @param options null if the handle has them already
     */
    private SharedValue(TesseraHandle handle, @Nullable Consumer<CallOptions> options) {
        super(options == null ? handle : handle.withCallOptions(chosen -> options.accept(chosen.maxRetries(RETRIES))));
    }

    static <T extends @Nullable Object> SharedValue<T> make(
            Unit unit, TesseraOptions options, T initial, @Nullable Function2<T, T, T> operator) {
        return new SharedValue<>(unit.create(TABLE, MADE, options)
                .object(initial)
                .object(operator)
                .send());
    }

    /** A proxy whose changes and reads are applied after these tasks are done. No data is transferred. */
    public SharedValue<T> after(Arg<?>... tasks) {
        return new SharedValue<>(handle().after(tasks), null);
    }

    /** A proxy whose calls have these options. */
    public SharedValue<T> withCallOptions(Consumer<CallOptions> options) {
        return new SharedValue<>(handle(), options);
    }

    /** Reads a copy of the value. */
    public Task<T> read() {
        return call(READ).send();
    }

    /** Runs a function with the value in its worker, and returns the result of the function. The function must not change the value. */
    public <R extends @Nullable Object> Task<R> read(Function1<? super T, ? extends R> part) {
        return call(READ_PART).object(part).send();
    }

    /** Reads the value with its version. The version of a sum is the number of values that were added, which gives their mean. */
    public Task<Versioned<T>> readVersioned() {
        return call(READ_VERSIONED).send();
    }

    /** Sets the value, and returns its new version. */
    public Task<Long> set(T value) {
        return set(Arg.of(value));
    }

    /** {@link #set(Object)} of the value of a task or a ref. */
    public Task<Long> set(Arg<? extends T> value) {
        return change(SET, call -> call.arg(value).send());
    }

    /**
     * Sets the value only if its version is still {@code version}. The result is true if the value was set.
     *
     * {@snippet class="snippets.ExamplesTest" region="cell"}
     */
    public Task<Boolean> compareAndSet(long version, T value) {
        return change(
                COMPARE_AND_SET, call -> call.longValue(version).object(value).send());
    }

    /** Sets the value to the result of a function of it. The function may change the value itself and return it. */
    public Task<@Nullable Void> update(Function1<? super T, ? extends T> function) {
        return change(UPDATE, call -> call.object(function).send());
    }

    /**
     * Does an {@link #update}, and returns the new value. If the call is retried because its answer was lost, it returns the same value, but only if
     * the value is null, a primitive, an enum or a text of at most 256 characters. Otherwise it returns the current value, with later changes.
     */
    public Task<T> updateAndGet(Function1<? super T, ? extends T> function) {
        return change(UPDATE_AND_GET, call -> call.object(function).send());
    }

    /**
     * Combines the value with {@code more}, by the operator of the shared value. If the shared value is null, it is set to {@code more}.
     *
     * <p>If the shared value has no operator, the task fails with {@link InvalidOptionException}.
     */
    public Task<@Nullable Void> accumulate(T more) {
        return accumulate(Arg.of(more));
    }

    /** {@link #accumulate(Object)} of the value of a task or a ref. */
    public Task<@Nullable Void> accumulate(Arg<? extends T> more) {
        return change(ACCUMULATE, call -> call.arg(more).object(null).send());
    }

    /**
     * {@link #accumulate(Object)} of several values, in their order, as one call and one change.
     */
    public Task<@Nullable Void> accumulateAll(Collection<? extends Arg<? extends T>> more) {
        return change(ACCUMULATE_ALL, call -> call.arg(Arg.list(more)).send());
    }

    /**
     * Combines the value with {@code more}, by this operator. The operator may change its first argument and return it, as {@link Sums} do. If
     * the shared value is null, its first argument is null.
     */
    public Task<@Nullable Void> accumulate(T more, Function2<? super T, ? super T, ? extends T> operator) {
        return accumulate(Arg.of(more), operator);
    }

    /** {@link #accumulate(Object, Function2)} of the value of a task or a ref, or of a value of another type by {@link Arg#of}. */
    public <A extends @Nullable Object> Task<@Nullable Void> accumulate(
            Arg<? extends A> more, Function2<? super T, ? super A, ? extends T> operator) {
        return change(ACCUMULATE, call -> call.arg(more).object(operator).send());
    }

    /** Each change has a number, by which the shared value recognises it. */
    private <R extends @Nullable Object> Task<R> change(int method, Function<Outgoing, Task<R>> send) {
        SharedValueChanges.Open change = SharedValueChanges.begin(handle().uid());
        try {
            Outgoing call = call(method)
                    .longValue(SharedValueChanges.ORIGIN)
                    .longValue(change.number())
                    .longValue(change.settled());
            Task<R> task = send.apply(call);
            change.sent(task);
            return task;
        } finally {
            change.begun();
        }
    }
}
