package dev.mosaic.unit;

import dev.mosaic.Arg;
import dev.mosaic.Task;
import dev.mosaic.invoke.ValueWriter;
import io.smallrye.mutiny.Multi;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A call being made: its arguments are written one by one, in the order of the parameters, then it is sent.
 *
 * <p><b>Threading:</b> the thread that began it, without a break: begin, write, send. The object is used again for that
 * thread's next call. <b>Cost:</b> arguments go into a buffer of the thread; large arrays are copied once.
 */
public interface Outgoing extends ValueWriter<Outgoing> {
    /** An argument that is a promise, or {@link dev.mosaic.Arg#of} a value. */
    Outgoing arg(Arg<?> argument);

    /** It runs after these tasks are done; no data moves. */
    Outgoing after(List<Arg<?>> tasks);

    /** Sends the call. All arguments are captured when this returns. */
    <T extends @Nullable Object> Task<T> send();

    /**
     * Sends the call of a method that gives a {@code Multi}. All arguments are captured when this returns. The items are for one
     * subscriber, who gets as many as it requests. Code of a worker that blocks for them, by Mutiny's own {@code await}, keeps its
     * permit meanwhile: it should return the {@code Multi}, or a {@code Uni} of it.
     */
    <T> Multi<T> flow();
}
