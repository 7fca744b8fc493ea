package dev.mosaic.function;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/** An action of one parameter that can be sent to a worker: it returns nothing. */
@FunctionalInterface
public interface Action1<A extends @Nullable Object> extends Serializable {
    void run(A a) throws Exception;
}
