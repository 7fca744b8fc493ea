package dev.mosaic;

import dev.mosaic.function.Function0;
import dev.mosaic.function.Function1;
import dev.mosaic.function.Function2;
import dev.mosaic.function.Function3;
import dev.mosaic.function.Function4;
import dev.mosaic.function.Function5;
import dev.mosaic.function.Function6;
import dev.mosaic.invoke.MethodReference;
import dev.mosaic.invoke.MethodTable;
import dev.mosaic.unit.Creation;
import dev.mosaic.unit.Unit;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * Creates tesserae with options, without generated code: {@code mosaic.withOptions(o -> o.name("s")).remote(Solver::new, array)}.
 *
 * <p><b>Threading:</b> any thread. <b>Failure:</b> as {@link Mosaic#remote}.
 */
public final class RemoteMaker {
    private final Unit unit;
    private final TesseraOptions options;

    RemoteMaker(Unit unit, TesseraOptions options) {
        this.unit = unit;
        this.options = options;
    }

    /** Makes a shared value, as {@link Mosaic#sharedValue(Object)} does. */
    public <T extends @Nullable Object> SharedValue<T> sharedValue(T initial) {
        return SharedValue.make(unit, options, initial, null);
    }

    /** Makes a shared value, as {@link Mosaic#sharedValue(Object, Function2)} does. */
    public <T extends @Nullable Object> SharedValue<T> sharedValue(T initial, Function2<T, T, T> operator) {
        return SharedValue.make(unit, options, initial, operator);
    }

    /** Makes a shared parameter, as {@link Mosaic#sharedParameter} does. */
    public <T extends @Nullable Object> SharedParameter<T> sharedParameter(T initial) {
        return SharedParameter.make(unit, options, initial);
    }

    /** Makes a tessera. */
    public <T> Remote<T> remote(Function0<T> constructor) {
        return made(begin(constructor));
    }

    /** {@link #remote(Function0)} with arguments. */
    public <T, A extends @Nullable Object> Remote<T> remote(Function1<A, T> constructor, A a) {
        return made(begin(constructor), a);
    }

    /** {@link #remote(Function0)} with arguments. */
    public <T, A extends @Nullable Object, B extends @Nullable Object> Remote<T> remote(
            Function2<A, B, T> constructor, A a, B b) {
        return made(begin(constructor), a, b);
    }

    /** {@link #remote(Function0)} with arguments. */
    public <T, A extends @Nullable Object, B extends @Nullable Object, C extends @Nullable Object> Remote<T> remote(
            Function3<A, B, C, T> constructor, A a, B b, C c) {
        return made(begin(constructor), a, b, c);
    }

    /** {@link #remote(Function0)} with arguments. */
    public <
                    T,
                    A extends @Nullable Object,
                    B extends @Nullable Object,
                    C extends @Nullable Object,
                    D extends @Nullable Object>
            Remote<T> remote(Function4<A, B, C, D, T> constructor, A a, B b, C c, D d) {
        return made(begin(constructor), a, b, c, d);
    }

    /** {@link #remote(Function0)} with arguments. */
    public <
                    T,
                    A extends @Nullable Object,
                    B extends @Nullable Object,
                    C extends @Nullable Object,
                    D extends @Nullable Object,
                    E extends @Nullable Object>
            Remote<T> remote(Function5<A, B, C, D, E, T> constructor, A a, B b, C c, D d, E e) {
        return made(begin(constructor), a, b, c, d, e);
    }

    /** {@link #remote(Function0)} with arguments. */
    public <
                    T,
                    A extends @Nullable Object,
                    B extends @Nullable Object,
                    C extends @Nullable Object,
                    D extends @Nullable Object,
                    E extends @Nullable Object,
                    F extends @Nullable Object>
            Remote<T> remote(Function6<A, B, C, D, E, F, T> constructor, A a, B b, C c, D d, E e, F f) {
        return made(begin(constructor), a, b, c, d, e, f);
    }

    /**
     * Makes an array of tesserae with these options.
     *
     * @throws InvalidOptionException if {@code size} is not positive
     */
    public <T> TesseraArray<Remote<T>> remoteArray(int size, Function0<T> constructor) {
        return TesseraArray.make(size, options, own -> made(begin(constructor, own)));
    }

    /** {@link #remoteArray(int, Function0)} with arguments. */
    public <T, A extends @Nullable Object> TesseraArray<Remote<T>> remoteArray(
            int size, Function1<A, T> constructor, A a) {
        return TesseraArray.make(size, options, own -> made(begin(constructor, own), a));
    }

    /** {@link #remoteArray(int, Function0)} with arguments. */
    public <T, A extends @Nullable Object, B extends @Nullable Object> TesseraArray<Remote<T>> remoteArray(
            int size, Function2<A, B, T> constructor, A a, B b) {
        return TesseraArray.make(size, options, own -> made(begin(constructor, own), a, b));
    }

    /** {@link #remoteArray(int, Function0)} with arguments. */
    public <T, A extends @Nullable Object, B extends @Nullable Object, C extends @Nullable Object>
            TesseraArray<Remote<T>> remoteArray(int size, Function3<A, B, C, T> constructor, A a, B b, C c) {
        return TesseraArray.make(size, options, own -> made(begin(constructor, own), a, b, c));
    }

    /** {@link #remoteArray(int, Function0)} with arguments. */
    public <
                    T,
                    A extends @Nullable Object,
                    B extends @Nullable Object,
                    C extends @Nullable Object,
                    D extends @Nullable Object>
            TesseraArray<Remote<T>> remoteArray(int size, Function4<A, B, C, D, T> constructor, A a, B b, C c, D d) {
        return TesseraArray.make(size, options, own -> made(begin(constructor, own), a, b, c, d));
    }

    /** {@link #remoteArray(int, Function0)} with arguments. */
    public <
                    T,
                    A extends @Nullable Object,
                    B extends @Nullable Object,
                    C extends @Nullable Object,
                    D extends @Nullable Object,
                    E extends @Nullable Object>
            TesseraArray<Remote<T>> remoteArray(
                    int size, Function5<A, B, C, D, E, T> constructor, A a, B b, C c, D d, E e) {
        return TesseraArray.make(size, options, own -> made(begin(constructor, own), a, b, c, d, e));
    }

    /** {@link #remoteArray(int, Function0)} with arguments. */
    public <
                    T,
                    A extends @Nullable Object,
                    B extends @Nullable Object,
                    C extends @Nullable Object,
                    D extends @Nullable Object,
                    E extends @Nullable Object,
                    F extends @Nullable Object>
            TesseraArray<Remote<T>> remoteArray(
                    int size, Function6<A, B, C, D, E, F, T> constructor, A a, B b, C c, D d, E e, F f) {
        return TesseraArray.make(size, options, own -> made(begin(constructor, own), a, b, c, d, e, f));
    }

    private static <T> Remote<T> made(Creation creation, @Nullable Object... arguments) {
        for (Object argument : arguments) {
            if (argument instanceof Task<?> promise) {
                creation.arg(promise);
            } else {
                creation.object(argument);
            }
        }
        return new Remote<>(creation.send());
    }

    private Creation begin(Serializable constructor) {
        return begin(constructor, options);
    }

    private Creation begin(Serializable constructor, TesseraOptions own) {
        MethodTable table = MethodReference.made(constructor);
        return unit.create(table, MethodReference.constructor(table, constructor), own);
    }
}
