package dev.mosaic.parallel;

import dev.mosaic.function.Function1;
import dev.mosaic.function.Function2;
import org.jspecify.annotations.Nullable;

/** Throws checked exceptions where none are declared. */
final class Rethrown {
    private Rethrown() {}

    static <A extends @Nullable Object, R extends @Nullable Object> R apply(
            Function1<? super A, ? extends R> function, A a) {
        try {
            return function.apply(a);
        } catch (Exception failure) {
            throw unchecked(failure);
        }
    }

    static <A extends @Nullable Object, B extends @Nullable Object, R extends @Nullable Object> R apply(
            Function2<? super A, ? super B, ? extends R> function, A a, B b) {
        try {
            return function.apply(a, b);
        } catch (Exception failure) {
            throw unchecked(failure);
        }
    }

    /** Throws it as it is. */
    static RuntimeException unchecked(Throwable failure) {
        throw Rethrown.<RuntimeException>asIs(failure);
    }

    @SuppressWarnings("unchecked") // the compiler's rule alone
    private static <E extends Throwable> RuntimeException asIs(Throwable failure) throws E {
        throw (E) failure;
    }
}
