package dev.mosaic.operator.head;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A way to heads. */
interface Road {
    /** A door that will be used. */
    default void open(Door door) {}

    /** A door that will not be used any more. */
    default void close(Door door) {}

    HeadAnswer request(Door door, String method, String path, @Nullable String body);

    /** Hands each line on until there are no more, or this thread is interrupted. */
    HeadAnswer lines(Door door, String path, Consumer<String> onLine);
}
