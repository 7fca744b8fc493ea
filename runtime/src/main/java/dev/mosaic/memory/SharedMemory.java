package dev.mosaic.memory;

import dev.mosaic.message.Place;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Memory that this process owns and that every process of the machine can map: ranges in slabs.
 *
 * <p>Ranges of up to 32 MiB share slabs of 8 to 64 MiB, of which two empty ones are kept. A larger range gets a slab of its own,
 * which goes back to the system one second after the range was freed, unless another range of about that size has taken it. Whoever owns it decides when a range may be freed; readers learn of it by {@link StaleException}.
 *
 * <p><b>Threading:</b> any. <b>Cost:</b> about 1 us to allocate and free where a slab has room; new pages cost 0.4 s for each GB.
 * <b>Failure:</b> no room is an answer, null. Pages of a large range are reserved when they are first written to: {@link Range#fill}
 * says where there is none left, writing to {@link Range#segment} would end in an {@link InternalError}. When the process ends, in whatever way, the system has everything back once
 * nobody has it mapped.
 */
public final class SharedMemory implements AutoCloseable {
    /** Larger ranges get a slab of their own. */
    static final long LARGE = 32L << 20;

    private static final long LARGEST_SLAB = 64L << 20;
    private static final long SMALLEST_SLAB = 8L << 20;
    private static final int EMPTY_SLABS_KEPT = 2;

    /** For so long the slab of a large range that was freed waits for the next one. */
    private static final long SPARE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final Executor SOON = CompletableFuture.delayedExecutor(1, TimeUnit.SECONDS);

    private final long owner;
    private final long limitBytes;
    private final SlabFolder folder;

    private final SlabFiles files;

    /** Where slabs are made when the file system of the others is full; null for nowhere. */
    private final @Nullable SlabFiles slower;

    private final Object growing = new Object();
    private final Object lock = new Object();
    private final SpareSlabs spares = new SpareSlabs();
    private final SlabSpace space = new SlabSpace();
    private final Map<Integer, OwnSlab> slabs = new HashMap<>();
    private long nextSlabBytes = SMALLEST_SLAB;
    private long usedBytes;
    private long mappedBytes;
    private long generation;
    private boolean closed;

    /** A slab with the ranges in it, by offset. Of a large range, {@code large} is true and there is one. */
    private record OwnSlab(Slab slab, boolean large, Map<Long, Range> ranges) {}

    private SharedMemory(long owner, long limitBytes, SlabFolder folder, @Nullable SlabFolder slower) {
        this.owner = owner;
        this.limitBytes = limitBytes;
        this.folder = folder;
        this.files = new SlabFiles(folder, owner);
        this.slower = slower == null ? null : new SlabFiles(slower, owner);
    }

    /**
     * Opens memory of which nothing is reserved yet.
     *
     * @param owner instance id of the unit that it belongs to
     * @param limitBytes how many bytes of ranges may be in use at a time
     */
    public static SharedMemory open(long owner, long limitBytes) {
        return open(owner, limitBytes, null);
    }

    /**
     * Opens memory that goes on where others have filled the file system of shared memory: its further slabs are files on disk, mapped as those before.
     *
     * @param disk a folder of the owner's; null for none
     */
    public static SharedMemory open(long owner, long limitBytes, @Nullable Path disk) {
        SlabFolder machine = SlabFolder.ofMachine();
        return open(owner, limitBytes, machine, disk == null || machine.named() ? null : new SlabFolder(disk, false));
    }

    static SharedMemory open(long owner, long limitBytes, SlabFolder folder, @Nullable SlabFolder slower) {
        folder.sweep();
        if (slower != null) {
            slower.sweep();
        }
        return new SharedMemory(owner, limitBytes, folder, slower);
    }

    /**
     * A new range, whose bytes may have any value.
     *
     * @param bytes at least 1
     * @return null where the limit does not allow it, or the file system or this process's address space has no room
     */
    public @Nullable Range allocate(long bytes) {
        if (bytes < 1) {
            throw new IllegalArgumentException("bytes=" + bytes + " must be at least 1");
        }
        synchronized (lock) {
            if (closed || bytes > limitBytes - usedBytes) {
                return null;
            }
            usedBytes += bytes;
        }
        Range range = bytes > LARGE ? large(bytes) : small(bytes);
        if (range == null) {
            synchronized (lock) {
                usedBytes -= bytes;
            }
        }
        return range;
    }

    /** How much more the limit allows. */
    public long freeBytes() {
        synchronized (lock) {
            return closed ? 0 : limitBytes - usedBytes;
        }
    }

    private @Nullable Range small(long bytes) {
        Range range = takeSmall(bytes);
        if (range != null) {
            return range;
        }
        synchronized (growing) { // takes a while: not under the lock
            range = takeSmall(bytes);
            return range == null && addSlab(bytes) ? takeSmall(bytes) : range;
        }
    }

    private @Nullable Range takeSmall(long bytes) {
        synchronized (lock) {
            SlabSpace.Span found = space.take(Layout.HEADER + Layout.aligned(bytes));
            OwnSlab slab = found == null ? null : slabs.get(found.slab());
            return found == null || slab == null ? null : add(slab, found, found.at() + Layout.HEADER, bytes);
        }
    }

    private boolean addSlab(long needed) {
        long bytes = nextSlabBytes;
        while (bytes < needed + Layout.PAGE) {
            bytes *= 2;
        }
        Slab slab = create(bytes, true);
        if (slab == null) {
            return false;
        }
        synchronized (lock) {
            if (!closed) {
                enter(new OwnSlab(slab, false, new HashMap<>()));
                space.add(slab.number(), Layout.HEADER, bytes);
                nextSlabBytes = Math.min(2 * bytes, LARGEST_SLAB);
                return true;
            }
        }
        files.giveBack(List.of(slab));
        return false;
    }

    private @Nullable Range large(long bytes) {
        long needed = Layout.PAGE + Layout.aligned(bytes);
        Slab spare;
        List<Slab> expired;
        synchronized (lock) {
            spare = spares.take(needed);
            expired = spares.expire(System.nanoTime() - SPARE_NANOS, Math.max(0, limitBytes - usedBytes));
        }
        files.giveBack(expired);
        Slab slab = spare == null ? create(needed, false) : spare;
        if (slab == null) {
            return null;
        }
        slab.prepare();
        synchronized (lock) {
            if (!closed) {
                OwnSlab own = new OwnSlab(slab, true, new HashMap<>());
                enter(own);
                SlabSpace.Span all = new SlabSpace.Span(slab.number(), 0, slab.bytes());
                return add(own, all, Layout.PAGE, bytes);
            }
        }
        files.giveBack(List.of(slab));
        return null;
    }

    /** Null where there is no room even without what is kept for reuse, nor on disk. */
    private @Nullable Slab create(long bytes, boolean reserved) {
        Slab slab = files.create(bytes, reserved, false);
        if (slab == null) {
            trim();
            slab = files.create(bytes, reserved, true);
        }
        return slab == null && slower != null ? slower.create(bytes, reserved, true) : slab;
    }

    private void enter(OwnSlab own) {
        slabs.put(own.slab().number(), own);
        mappedBytes += own.slab().bytes();
    }

    private Range add(OwnSlab slab, SlabSpace.Span span, long offset, long bytes) {
        Place place = new Place(
                owner, SlabFolder.PID, slab.slab().descriptor(), slab.slab().number(), offset, bytes, ++generation);
        boolean untouched = offset + bytes > slab.slab().filledTo();
        Layout.writeRange(slab.slab().memory(), place, untouched);
        Range range = new Range(slab, span, place, untouched);
        slab.ranges().put(offset, range);
        return range;
    }

    private void free(Range range) {
        List<Slab> empty = List.of();
        synchronized (lock) {
            if (range.freed) {
                return;
            }
            end(range);
            Slab slab = range.slab.slab();
            range.slab.ranges().remove(range.place.offset());
            if (Layout.isFilled(slab.memory(), range.place)) {
                slab.filled(range.place.offset() + range.place.size());
            }
            Layout.free(slab.memory(), range.place);
            if (range.slab.large()) {
                leave(slab);
                spares.add(slab, System.nanoTime());
                SOON.execute(this::expireSpares);
            } else {
                space.give(range.span);
                empty = space.isEmpty(slab.number()) ? takeEmpty(EMPTY_SLABS_KEPT) : List.of();
            }
        }
        files.giveBack(empty);
    }

    private void end(Range range) {
        range.freed = true;
        usedBytes -= range.place.size();
    }

    private void leave(Slab slab) {
        slabs.remove(slab.number());
        mappedBytes -= slab.bytes();
    }

    /** Takes all empty slabs out but the newest so many, which are the largest. */
    private List<Slab> takeEmpty(int kept) {
        List<Slab> empty = slabs.values().stream()
                .map(OwnSlab::slab)
                .filter(slab -> space.isEmpty(slab.number()))
                .sorted(Comparator.comparingInt(Slab::number))
                .toList();
        List<Slab> taken = empty.subList(0, Math.max(0, empty.size() - kept));
        for (Slab slab : taken) {
            space.remove(slab.number());
            leave(slab);
        }
        return taken;
    }

    private void expireSpares() {
        List<Slab> expired;
        synchronized (lock) {
            expired = spares.expire(System.nanoTime() - SPARE_NANOS, Long.MAX_VALUE);
        }
        files.giveBack(expired);
    }

    /** Ends the range here that the place names, where there is one. */
    public void free(Place place) {
        Range range = find(place);
        if (range != null) {
            range.free();
        }
    }

    /** The range here that the place names; null where it is not one of these or was freed. */
    public @Nullable Range find(Place place) {
        synchronized (lock) {
            OwnSlab slab = slabs.get(place.slab());
            Range range = slab == null ? null : slab.ranges().get(place.offset());
            return range != null && range.place.equals(place) ? range : null;
        }
    }

    /** Sum of the sizes of all ranges. */
    public long usedBytes() {
        synchronized (lock) {
            return usedBytes;
        }
    }

    /** What the system has given: used or kept for reuse, headers and gaps included. */
    public long mappedBytes() {
        synchronized (lock) {
            return mappedBytes + spares.bytes();
        }
    }

    /** Gives all slabs without ranges back to the system. */
    public void trim() {
        List<Slab> unused = new ArrayList<>();
        synchronized (lock) {
            unused.addAll(takeEmpty(0));
            unused.addAll(spares.expire(System.nanoTime(), 0));
            nextSlabBytes = slabs.isEmpty() ? SMALLEST_SLAB : nextSlabBytes;
        }
        files.giveBack(unused);
    }

    /** Ends all ranges. Other processes that have mapped them keep reading what was there. Idempotent. */
    @Override
    public void close() {
        trim();
        List<Slab> ended = new ArrayList<>();
        synchronized (lock) {
            closed = true;
            for (OwnSlab own : List.copyOf(slabs.values())) {
                own.ranges().values().forEach(this::end);
                leave(own.slab());
                ended.add(own.slab());
            }
        }
        files.close(ended);
    }

    /**
     * Some bytes of shared memory.
     *
     * <p><b>Threading:</b> any; who writes when is up to the owner.
     */
    public final class Range {
        private final OwnSlab slab;
        private final SlabSpace.Span span;
        private final Place place;
        private final MemorySegment segment;
        private volatile boolean untouched;
        private boolean freed;

        private Range(OwnSlab slab, SlabSpace.Span span, Place place, boolean untouched) {
            this.slab = slab;
            this.span = span;
            this.place = place;
            this.untouched = untouched;
            this.segment = slab.slab().memory().asSlice(place.offset(), place.size());
        }

        public Place place() {
            return place;
        }

        /** Its bytes, writable. Not to be used after {@link #free}: it may be unmapped, or another range's. */
        public MemorySegment segment() {
            return segment;
        }

        /**
         * Copies a segment to the start of the range; the fast way for memory that was never written to.
         *
         * @throws UncheckedIOException where the file system has no room for its pages; then free the range
         */
        public void fill(MemorySegment from) {
            if (!untouched || from.byteSize() < FreshPages.WORTHWHILE) {
                Copies.copy(from, segment);
                return;
            }
            try {
                FreshPages.write(folder, place, 0, from);
                slab.slab().filled(place.offset() + from.byteSize());
                untouched = from.byteSize() < place.size();
            } catch (IOException e) {
                throw new UncheckedIOException("No room for the pages of " + place, e);
            }
        }

        /** Ends the range; its memory may be used again at once. Idempotent. */
        public void free() {
            SharedMemory.this.free(this);
        }
    }
}
