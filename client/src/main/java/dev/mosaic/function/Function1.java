package dev.mosaic.function;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/** A function of one parameter that can be sent to a worker. */
@FunctionalInterface
public interface Function1<A extends @Nullable Object, R extends @Nullable Object> extends Serializable {
    R apply(A a) throws Exception;
}
