package dev.mosaic.parallel;

import dev.mosaic.Copies;
import dev.mosaic.function.Function1;
import dev.mosaic.function.Function2;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Functions of which each call begins with what was captured, whatever the calls before it have changed in that. They are made in the worker that
 * calls them, before the first call.
 *
 * <p><b>Threading:</b> that of the function. <b>Cost:</b> a decoded copy for each call where something that was captured can be changed, else none.
 */
final class PerCall {
    private PerCall() {}

    static <A extends @Nullable Object, R extends @Nullable Object> Function1<A, R> of(Function1<A, R> function) {
        Supplier<Function1<A, R>> copies = Copies.each(function);
        return a -> copies.get().apply(a);
    }

    static <A extends @Nullable Object, B extends @Nullable Object, R extends @Nullable Object> Function2<A, B, R> of(
            Function2<A, B, R> function) {
        Supplier<Function2<A, B, R>> copies = Copies.each(function);
        return (a, b) -> copies.get().apply(a, b);
    }
}
