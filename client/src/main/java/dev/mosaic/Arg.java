package dev.mosaic;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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

    /**
     * A list of what these give, in their order, put together by the worker that runs the call. Items may themselves be such lists, up to 64
     * deep.
     *
     * {@snippet class="snippets.ExamplesTest" region="all"}
     *
     * A record, or another object, of what tasks give is made by a task of its constructor:
     *
     * {@snippet class="snippets.ExamplesTest" region="record"}
     */
    static <T extends @Nullable Object> Arg<List<T>> all(Collection<? extends Arg<? extends T>> items) {
        return new All<>(List.copyOf(items));
    }

    /** A map of what these give, by the same keys in the same order. */
    static <K, T extends @Nullable Object> Arg<Map<K, T>> all(Map<K, ? extends Arg<? extends T>> items) {
        return new AllByKey<>(new LinkedHashMap<>(items));
    }

    /** A list of arguments. */
    record All<T extends @Nullable Object>(List<? extends Arg<? extends T>> items) implements Arg<List<T>> {}

    /** A map of arguments. */
    record AllByKey<K, T extends @Nullable Object>(Map<K, ? extends Arg<? extends T>> items)
            implements Arg<Map<K, T>> {}

    /** A plain value. */
    record Value<T extends @Nullable Object>(T value) implements Arg<T> {}
}
