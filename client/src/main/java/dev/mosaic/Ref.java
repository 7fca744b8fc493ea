package dev.mosaic;

import java.lang.foreign.MemorySegment;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * An entry of the warehouse: a value that was put once and never changes. The ref is small and travels: as an argument in the place of
 * its value, which is then resolved in the worker that runs the call, or as itself, in fields, in collections, inside other
 * entries.
 *
 * <p>The entry lives while somebody holds a ref of it, or an entry with a ref inside, or until {@link #drop}. On one machine its
 * bytes are in memory once, shared by all processes.
 *
 * <p><b>Threading:</b> any thread; waits are as those of {@link Task}. <b>Cost:</b> a first read asks the store of the machine;
 * from then on nothing is moved while this process still has what it read. <b>Failure:</b> {@link ObjectLostException} where the
 * entry was dropped or its last copy was lost; {@link StoreFullException} where no tier has room to bring it back.
 *
 * @param <T> of the value
 */
public interface Ref<T extends @Nullable Object> extends Arg<T> {
    /** Its name, {@code ware-<class>-<id>}. */
    String uid();

    /** Size of the value as it is kept, in bytes. */
    long sizeBytes();

    /**
     * The value, made from the entry once for this process and shared by all who ask here while one of them still uses it: do not
     * write to it.
     */
    T value();

    /**
     * {@link #value()} with an end.
     *
     * @throws TimedOutException when it is not here by then
     */
    T value(Duration timeout);

    /**
     * The bytes of an array, buffer or segment, read-only and without a copy: a view of the shared memory itself. Elements are in
     * the byte order of the machine. The entry stays in memory as long as the view, or a slice of it, is reachable.
     *
     * @throws CaptureException where the value is something else
     */
    MemorySegment segment();

    /** Removes every copy of the entry, everywhere. Nobody can read it from now on; views that exist stay valid. */
    void drop();
}
