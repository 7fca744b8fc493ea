package dev.mosaic.window;

import dev.mosaic.SerializationException;
import dev.mosaic.Task;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** A value that is no promise: functions of pools, parallel streams and graphs give these, since several of them run one after the other in one task. */
public final class PlainValue {
    private PlainValue() {}

    /**
     * What a function gave.
     *
     * @throws SerializationException where it is a promise
     */
    public static @Nullable Object checked(@Nullable Object value) {
        if (value instanceof CompletionStage<?>
                || value instanceof Uni<?>
                || value instanceof Multi<?>
                || value instanceof Task<?>) {
            throw new SerializationException(
                    "the function gave a promise, type=" + value.getClass().getName(),
                    "wait for it in the function and return its value, or use mosaic.submit or mosaic.map");
        }
        return value;
    }
}
