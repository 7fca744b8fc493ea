package dev.mosaic.function;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/** A function of 2 parameters that can be sent to a worker. */
@FunctionalInterface
public interface Function2<A extends @Nullable Object, B extends @Nullable Object, R extends @Nullable Object>
        extends Serializable {
    R apply(A a, B b) throws Exception;
}
