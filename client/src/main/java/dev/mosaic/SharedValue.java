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
 * A value that all share and that changes: where an entry of the warehouse stays as it was put, a shared value is updated, in the worker where it
 * lives, one change at a time.
 *
 * <pre>{@code
 * SharedValue<float[]> gradient = mosaic.sharedValue(new float[n], Sums::floats);
 * mosaic.forEach(shots, (worker, shot) -> gradient.accumulate(gradientOf(shot)).await());
 * float[] sum = gradient.read().result();
 * }</pre>
 *
 * <p>It is a proxy: it travels as argument, in fields and in collections, and has what {@link TesseraProxy} says. It moves from a worker that
 * is to end. With {@code mosaic.withOptions(o -> o.maxRestarts(3)).sharedValue(..)} it outlives the death of its worker, with all changes that were told to be
 * done; each costs a write of the whole value to the warehouse then, by default ({@link TesseraOptions#snapshots}). Each change is
 * applied once, also where its call is made again ({@link CallOptions#maxRetries}, 3 here) and the shared value has it already.
 *
 * <p><b>Threading:</b> any thread, from any worker. Changes and reads of one caller happen in the order it asked for them. <b>Cost:</b> a
 * call each. What is accumulated travels once; the value itself moves only when it is read. <b>Failure:</b> a function that throws fails
 * its task, and the shared value keeps the value that it had; what the function did inside of that value stays done.
 *
 * @param <T> of the value
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

    /** For Mosaic, and for codecs that rebuild a shared value that arrived. */
    public SharedValue(TesseraHandle handle) {
        this(handle, options -> {});
    }

    /**
     * A change that comes twice is applied once, so each is made again where the shared value has another life.
     *
     * @param options null where the handle has them already
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

    /** Changes and reads through the result happen after these tasks are done; no data moves. */
    public SharedValue<T> after(Arg<?>... tasks) {
        return new SharedValue<>(handle().after(tasks), null);
    }

    /** Calls made through the result have these options. */
    public SharedValue<T> withCallOptions(Consumer<CallOptions> options) {
        return new SharedValue<>(handle(), options);
    }

    /** A copy of the value as it is then. */
    public Task<T> read() {
        return call(READ).send();
    }

    /** What the function gives of the value, which stays where it is. The function must not change it. */
    public <R extends @Nullable Object> Task<R> read(Function1<? super T, ? extends R> part) {
        return call(READ_PART).object(part).send();
    }

    /** The value as it is then, and its version. Of a sum that is accumulated, the version says of how many: their mean is at hand. */
    public Task<Versioned<T>> readVersioned() {
        return call(READ_VERSIONED).send();
    }

    /** Puts another value in its place. Gives the version of that value. */
    public Task<Long> set(T value) {
        return set(Arg.of(value));
    }

    /** {@link #set(Object)} of the value of a task or a ref. */
    public Task<Long> set(Arg<? extends T> value) {
        return change(SET, call -> call.arg(value).send());
    }

    /**
     * Puts another value in its place where its version is still that one. Gives whether it did.
     *
     * {@snippet class="snippets.ExamplesTest" region="cell"}
     */
    public Task<Boolean> compareAndSet(long version, T value) {
        return change(
                COMPARE_AND_SET, call -> call.longValue(version).object(value).send());
    }

    /** Puts what the function makes of the value in its place. The function may change the value itself, and give that. */
    public Task<@Nullable Void> update(Function1<? super T, ? extends T> function) {
        return change(UPDATE, call -> call.object(function).send());
    }

    /**
     * {@link #update}, and gives the new value. So does a call that is made again because its answer was lost, where the value is null, of
     * a primitive type, an enum or a text of at most 256 characters; of others it gives the value as it is by then, with later changes in it.
     */
    public Task<T> updateAndGet(Function1<? super T, ? extends T> function) {
        return change(UPDATE_AND_GET, call -> call.object(function).send());
    }

    /**
     * Combines the value with this one, by the operator that the shared value was made with. A shared value of null takes it as it is.
     *
     * <p>An {@link InvalidOptionException} of the task where it was made without one.
     */
    public Task<@Nullable Void> accumulate(T more) {
        return accumulate(Arg.of(more));
    }

    /** {@link #accumulate(Object)} of the value of a task or a ref. */
    public Task<@Nullable Void> accumulate(Arg<? extends T> more) {
        return change(ACCUMULATE, call -> call.arg(more).object(null).send());
    }

    /**
     * {@link #accumulate(Object)} of several, in their order, as one call and one change. A shared value of null takes the first as it is.
     *
     * <p>An {@link InvalidOptionException} of the task where it was made without an operator.
     */
    public Task<@Nullable Void> accumulateAll(Collection<? extends Arg<? extends T>> more) {
        return change(ACCUMULATE_ALL, call -> call.arg(Arg.list(more)).send());
    }

    /**
     * Combines the value with this one. The operator may change the first of its arguments, and give that: {@link Sums} do so. Where
     * the shared value holds null, the first argument is null.
     */
    public Task<@Nullable Void> accumulate(T more, Function2<? super T, ? super T, ? extends T> operator) {
        return accumulate(Arg.of(more), operator);
    }

    /** {@link #accumulate(Object, Function2)} of the value of a task or a ref, or of one of another type: {@link Arg#of}. */
    public <A extends @Nullable Object> Task<@Nullable Void> accumulate(
            Arg<? extends A> more, Function2<? super T, ? super A, ? extends T> operator) {
        return change(ACCUMULATE, call -> call.arg(more).object(operator).send());
    }

    /** Each has a number, by which the shared value knows it again. */
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
