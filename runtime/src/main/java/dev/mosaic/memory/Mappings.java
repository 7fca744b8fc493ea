package dev.mosaic.memory;

import dev.mosaic.message.Place;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * This process's access to the shared memory of the machine's processes, its own included, by {@link Place}.
 *
 * <p>A slab is opened once and stays open and mapped until its owner gives it back or is said to be dead. What the owner frees may
 * change or vanish under a reader's eyes. So a reader either knows that the owner keeps the range for it, or reads by {@link
 * #copy}, which checks afterwards and treats what it saw as void. Reading by {@link #read} without such knowledge asks for the
 * same: {@link #isCurrent} after the last byte, and {@link InternalError} (the pages are gone) and {@link
 * IllegalStateException} (the mapping is gone) taken for stale.
 *
 * <p><b>Threading:</b> any. <b>Cost:</b> under 1 us where the slab is mapped already, else some 50 us. <b>Failure:</b> {@link
 * StaleException}.
 */
public final class Mappings implements AutoCloseable {
    private record Key(int pid, int slab) {}

    private final ConcurrentHashMap<Key, MappedSlab> slabs = new ConcurrentHashMap<>();
    private final Object opening = new Object();
    private final List<MappedSlab> stillMapped = new ArrayList<>();
    private final SlabFolder folder;
    private boolean closed;

    public Mappings() {
        this(SlabFolder.ofMachine());
    }

    Mappings(SlabFolder folder) {
        this.folder = folder;
    }

    /** The bytes of the range, read-only. */
    public MemorySegment read(Place place) throws StaleException {
        return current(place).read(place);
    }

    /** The bytes of the range, for the one process that its owner reserved it for. */
    public MemorySegment write(Place place) throws StaleException {
        return current(place).write(folder, place);
    }

    /** Whether the place still names its range; after reading: whether what was read is the range's. */
    public boolean isCurrent(Place place) {
        MappedSlab slab = slabs.get(new Key(place.pid(), place.slab()));
        return slab != null && slab.isCurrent(place);
    }

    /**
     * Copies the range to the start of a segment of at least its size.
     *
     * @throws StaleException also where the range was freed meanwhile; the target then holds anything
     */
    public void copy(Place place, MemorySegment target) throws StaleException {
        copy(place, range -> {
            Copies.copy(range, target);
            return target;
        });
    }

    /**
     * What the function makes of the range's bytes. It may see any bytes where the range is freed meanwhile; its result, or what
     * it throws, is then dropped.
     *
     * @throws StaleException also where the range was freed meanwhile
     */
    public <T> T copy(Place place, Function<MemorySegment, T> function) throws StaleException {
        MappedSlab slab = current(place);
        try {
            T result = function.apply(slab.read(place));
            slab.check(place);
            return result;
        } catch (RuntimeException | InternalError e) {
            slab.check(place);
            throw e;
        }
    }

    /**
     * Copies a segment to the range's bytes from {@code at} on; the fast way for memory that was never written to. The owner must
     * have reserved the range for this process.
     *
     * @throws java.io.UncheckedIOException where the file system has no room for its pages
     */
    public void fill(Place place, long at, MemorySegment from) throws StaleException {
        current(place).fill(folder, place, at, from);
    }

    /**
     * The bytes of the range, read-only, in a mapping of their own, which ends when nothing refers to it or a slice of it. A
     * {@link java.lang.ref.Cleaner} on its {@code scope()} tells when. The owner must keep the range until then.
     */
    public MemorySegment view(Place place) throws StaleException {
        MappedSlab slab = current(place);
        MemorySegment view = slab.view(folder, place);
        slab.check(place);
        return view;
    }

    /** The owner is dead: its slabs are unmapped here, except for views. */
    public void forget(long owner) {
        synchronized (opening) {
            drop(slab -> slab.owner() == owner);
        }
    }

    /** Unmaps all slabs, except for views. Idempotent. */
    @Override
    public void close() {
        synchronized (opening) {
            closed = true;
            drop(_ -> true);
        }
    }

    private MappedSlab current(Place place) throws StaleException {
        MappedSlab slab = slabs.get(new Key(place.pid(), place.slab()));
        if (slab == null || slab.owner() != place.owner()) {
            slab = open(place);
        }
        slab.check(place);
        return slab;
    }

    private MappedSlab open(Place place) throws StaleException {
        synchronized (opening) {
            if (closed) {
                throw new StaleException("these mappings are closed", place, null);
            }
            Key key = new Key(place.pid(), place.slab());
            MappedSlab known = slabs.get(key);
            if (known != null && known.owner() == place.owner()) {
                return known;
            }
            MappedSlab opened = MappedSlab.open(folder, place);
            drop(slab -> slab == known || slab.isGivenBack());
            slabs.put(key, opened);
            return opened;
        }
    }

    private void drop(Predicate<MappedSlab> which) {
        slabs.values().removeIf(slab -> which.test(slab) && stillMapped.add(slab));
        stillMapped.removeIf(MappedSlab::unmap);
    }
}
