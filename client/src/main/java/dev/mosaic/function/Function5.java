package dev.mosaic.function;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/** A function of 5 parameters that can be sent to a worker. */
@FunctionalInterface
public interface Function5<
                A extends @Nullable Object,
                B extends @Nullable Object,
                C extends @Nullable Object,
                D extends @Nullable Object,
                E extends @Nullable Object,
                R extends @Nullable Object>
        extends Serializable {
    R apply(A a, B b, C c, D d, E e) throws Exception;
}
