package dev.mosaic.function;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/** A function of 4 parameters that can be sent to a worker. */
@FunctionalInterface
public interface Function4<
                A extends @Nullable Object,
                B extends @Nullable Object,
                C extends @Nullable Object,
                D extends @Nullable Object,
                R extends @Nullable Object>
        extends Serializable {
    R apply(A a, B b, C c, D d) throws Exception;
}
