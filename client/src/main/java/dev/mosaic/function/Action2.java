package dev.mosaic.function;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/** An action of 2 parameters that can be sent to a worker. */
@FunctionalInterface
public interface Action2<A extends @Nullable Object, B extends @Nullable Object> extends Serializable {
    void run(A a, B b) throws Exception;
}
