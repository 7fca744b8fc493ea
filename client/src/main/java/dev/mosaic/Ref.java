package dev.mosaic;

import java.lang.foreign.MemorySegment;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A reference to an object in the warehouse: a value that was put once and never changes. A ref is small. Pass it as an argument instead of
 * the value; the worker that runs the call then gets the value. Or pass the ref itself, in a field, in a collection or inside another
 * object of the warehouse.
 *
 * <p>The value is kept while a ref to it is reachable in any process, or inside another kept object, or until {@link #drop}. All processes of
 * a machine share one copy in memory.
 *
 * <p><b>Threading:</b> any thread; waits are like those of {@link Task}. <b>Cost:</b> the first read asks the store of the machine.
 * Later reads cost nothing while this process uses the value. <b>Failure:</b> {@link ObjectLostException} if the
 * object was dropped or its last copy was lost; {@link StoreFullException} if no tier has room to load it.
 *
 * @param <T> the type of the value
 */
public interface Ref<T extends @Nullable Object> extends Arg<T> {
    /** The id of the object, {@code ware-<class>-<id>}. */
    String uid();

    /** The size of the stored value, in bytes. */
    long sizeBytes();

    /**
     * Returns the value. All readers in this process get the same object while one of them uses it, so do not change it.
     */
    T value();

    /**
     * {@link #value()} with a time limit.
     *
     * @throws TimedOutException if it is not available in time
     */
    T value(Duration timeout);

    /**
     * Returns the bytes of an array, buffer or segment, as a read-only view of the shared memory, without a copy. Elements are in
     * the byte order of the machine. The object stays in memory while the view, or a slice of it, is reachable.
     *
     * @throws SerializationException if the value is something else
     */
    MemorySegment segment();

    /** Removes all copies of the object. It cannot be read any more; existing views stay valid. */
    void drop();
}
