package dev.mosaic.function;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/** An action of 4 parameters that can be sent to a worker. */
@FunctionalInterface
public interface Action4<
                A extends @Nullable Object,
                B extends @Nullable Object,
                C extends @Nullable Object,
                D extends @Nullable Object>
        extends Serializable {
    void run(A a, B b, C c, D d) throws Exception;
}
