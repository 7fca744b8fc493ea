package dev.mosaic;

import org.jspecify.annotations.Nullable;

/**
 * An argument of a call: a value, or the promise of one. A {@link Task} is resolved in the worker that runs the call; its
 * value goes there directly from where it lies.
 *
 * <p>Implemented by Mosaic only.
 *
 * @param <T> of the value the method sees
 */
public interface Arg<T extends @Nullable Object> {
    /** A plain value, for calls that mix values with promises. It is captured when the call is made. */
    static <T extends @Nullable Object> Arg<T> of(T value) {
        return new Value<>(value);
    }

    /** A plain value. */
    record Value<T extends @Nullable Object>(T value) implements Arg<T> {}
}
