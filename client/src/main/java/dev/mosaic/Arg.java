package dev.mosaic;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An argument of a call: a value, a {@link Ref}, or a {@link Task} whose value is the argument. The worker that runs the call
 * gets the value of a task or ref directly from the process that has it.
 *
 * <p>Implemented by Mosaic only.
 *
 * @param <T> the type of the value that the method gets
 */
public interface Arg<T extends @Nullable Object> {
    /** A plain value, for calls that mix values with tasks. It is serialized when the call is made. */
    static <T extends @Nullable Object> Arg<T> of(T value) {
        return new Value<>(value);
    }

    /**
     * A list of the values of these arguments, in their order. The worker that runs the call builds the list. The items can be such lists
     * themselves, up to 64 levels deep.
     *
     * {@snippet class="snippets.ExamplesTest" region="all"}
     *
     * To build a record or another object from the values of tasks, submit its constructor:
     *
     * {@snippet class="snippets.ExamplesTest" region="record"}
     */
    static <T extends @Nullable Object> Arg<List<T>> list(Collection<? extends Arg<? extends T>> items) {
        return new ListArg<>(List.copyOf(items));
    }

    /** A map of the values of these arguments, with the same keys in the same order. */
    static <K, T extends @Nullable Object> Arg<Map<K, T>> map(Map<K, ? extends Arg<? extends T>> items) {
        return new MapArg<>(new LinkedHashMap<>(items));
    }

    /** An argument that is a list of the values of other arguments. */
    record ListArg<T extends @Nullable Object>(List<? extends Arg<? extends T>> items) implements Arg<List<T>> {}

    /** An argument that is a map with the values of other arguments. */
    record MapArg<K, T extends @Nullable Object>(Map<K, ? extends Arg<? extends T>> items) implements Arg<Map<K, T>> {}

    /** An argument that is a plain value. */
    record Value<T extends @Nullable Object>(T value) implements Arg<T> {}
}
