package dev.mosaic.unit.shell;

import dev.mosaic.ObjectLostException;
import dev.mosaic.invoke.codec.Capture;
import dev.mosaic.memory.Mappings;
import dev.mosaic.memory.SharedMemory;
import dev.mosaic.memory.StaleException;
import dev.mosaic.message.Payload;
import dev.mosaic.message.Place;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The shared memory of a unit: its own, in which it lays large arguments and results for others on this machine to read, and
 * that of others.
 *
 * <p><b>Threading:</b> any thread. <b>Cost:</b> one copy into shared memory and one out of it; up to its limit, then arrays travel
 * as bytes. <b>Failure:</b> what its owner has freed cannot be read: never other bytes.
 */
final class Sharing implements Capture, AutoCloseable {
    /** Smaller ones travel as bytes. */
    private static final long LEAST_BYTES = 64 << 10;

    /** Results in the heap of this unit may take this part of it. */
    private static final int HEAP_PART = 8;

    private final @Nullable SharedMemory own;
    private final long mostHeldBytes = Runtime.getRuntime().maxMemory() / HEAP_PART;
    private final AtomicLong heldBytes = new AtomicLong();
    private final Mappings mappings = new Mappings();
    private final long owner;

    /** The last array found no room in {@link #own}: a limit, or a file system that is full. */
    private volatile boolean hasNoRoom;

    /** @param limitBytes of its own; 0 for none */
    Sharing(long owner, long limitBytes) {
        this.owner = owner;
        this.own = limitBytes == 0 ? null : SharedMemory.open(owner, limitBytes);
    }

    @Override
    public Part take(MemorySegment bytes, boolean isOwn) {
        boolean isLarge = bytes.byteSize() >= LEAST_BYTES;
        SharedMemory.Range range = own == null || !isLarge ? null : own.allocate(bytes.byteSize());
        hasNoRoom = isLarge && range == null;
        if (range == null) {
            return ON_HEAP.take(bytes, isOwn);
        }
        range.fill(bytes);
        return new Part(range.segment(), range.place());
    }

    /**
     * True where a result of these sizes may stay in this unit. Else it belongs into the store, which goes on to disk: user code needs the heap.
     *
     * @param inline bytes that cannot lie in shared memory
     * @param far bytes that can
     */
    boolean hasRoom(long inline, long far) {
        if (inline + far < LEAST_BYTES) {
            return true; // as nearly all are: each call that returns asks
        }
        boolean isShared = own != null && !hasNoRoom && far <= own.freeBytes();
        long onHeap = inline + (isShared ? 0 : far);
        return onHeap < LEAST_BYTES || heldBytes.get() + onHeap <= mostHeldBytes;
    }

    /** A result stays in this unit until {@link #letGo}. */
    void held(Payload result) {
        count(onHeap(result));
    }

    private void count(long bytes) {
        if (bytes != 0) {
            heldBytes.addAndGet(bytes);
        }
    }

    /** Nobody needs a result of this unit's any more. */
    void letGo(Payload result) {
        count(-onHeap(result));
        released(result);
    }

    /** Small ones are not counted. */
    private static long onHeap(Payload result) {
        long bytes = result.inline().length;
        for (int i = 0; i < result.outOfBand().size(); i++) {
            bytes += result.place(i) == null ? result.partBytes(i) : 0;
        }
        return bytes < LEAST_BYTES ? 0 : bytes;
    }

    /** Nobody needs a payload of this unit's any more. */
    void released(Payload payload) {
        for (Place place : payload.places()) {
            if (own != null && place != null && place.owner() == owner) {
                own.free(place);
            }
        }
    }

    /** @throws ObjectLostException where the bytes are gone */
    <T> T read(Place place, Function<MemorySegment, T> function) {
        try {
            return mappings.copy(place, function);
        } catch (StaleException gone) {
            throw lost(gone);
        }
    }

    /** A read-only mapping that lives as long as it is reachable. */
    MemorySegment view(Place place) {
        try {
            return mappings.view(place);
        } catch (StaleException gone) {
            throw lost(gone);
        }
    }

    /** Writes into memory that a store has reserved for this unit. */
    void fill(Place place, MemorySegment from) {
        try {
            mappings.fill(place, 0, from);
        } catch (StaleException gone) {
            throw lost(gone);
        }
    }

    private static ObjectLostException lost(StaleException gone) {
        return new ObjectLostException("shared memory is gone: " + gone.getMessage(), "", gone);
    }

    /** That unit is dead. */
    void lost(long unit) {
        mappings.forget(unit);
    }

    @Override
    public void close() {
        if (own != null) {
            own.close();
        }
        mappings.close();
    }
}
