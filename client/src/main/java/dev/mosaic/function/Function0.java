package dev.mosaic.function;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/** A function without parameters that can be sent to a worker. */
@FunctionalInterface
public interface Function0<R extends @Nullable Object> extends Serializable {
    R apply() throws Exception;
}
