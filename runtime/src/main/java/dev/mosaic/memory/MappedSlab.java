package dev.mosaic.memory;

import dev.mosaic.message.Place;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A slab of any process, as one that is not its owner has it mapped.
 *
 * <p><b>Threading:</b> any.
 */
final class MappedSlab {
    private static final System.Logger LOG = System.getLogger("dev.mosaic.memory");
    private static final Set<OpenOption> READ = Set.of(StandardOpenOption.READ);
    private static final Set<OpenOption> READ_WRITE = Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE);

    private final long owner;
    private final Arena arena;
    private final MemorySegment memory;
    private final Object opening = new Object();
    private volatile @Nullable MemorySegment writable;

    /** Stays open, so that a view is one call of the system; null once this is unmapped. */
    private @Nullable FileChannel file;

    private MappedSlab(long owner, Arena arena, MemorySegment memory, FileChannel file) {
        this.owner = owner;
        this.arena = arena;
        this.memory = memory;
        this.file = file;
    }

    static MappedSlab open(SlabFolder folder, Place place) throws StaleException {
        Arena arena = Arena.ofShared();
        try {
            MappedSlab slab = Uninterrupted.call(() -> {
                FileChannel file = folder.open(place, READ);
                try {
                    return new MappedSlab(place.owner(), arena, map(file, MapMode.READ_ONLY, 0, 0, arena), file);
                } catch (IOException e) {
                    file.close();
                    throw e;
                }
            });
            if (!slab.isOf(place)) {
                slab.unmap();
                throw new StaleException("another slab lies there", place, null);
            }
            return slab;
        } catch (IOException e) {
            arena.close();
            throw givenBack(place, e);
        } catch (RuntimeException | Error e) {
            arena.close();
            throw e;
        }
    }

    /** A mapping of the range alone. */
    MemorySegment view(SlabFolder folder, Place place) throws StaleException {
        try {
            return Uninterrupted.call(
                    () -> map(file(folder, place), MapMode.READ_ONLY, place.offset(), place.size(), Arena.ofAuto()));
        } catch (IOException e) {
            throw givenBack(place, e);
        }
    }

    /** An interrupt of a thread that uses it closes it. */
    private FileChannel file(SlabFolder folder, Place place) throws IOException {
        synchronized (opening) {
            if (file == null) {
                throw new NoSuchFileException("the slab was unmapped here");
            }
            if (!file.isOpen()) {
                file = folder.open(place, READ);
            }
            return file;
        }
    }

    /** Maps bytes of the slab's file, all where {@code bytes} is 0. */
    private static MemorySegment map(FileChannel file, MapMode mode, long from, long bytes, Arena arena)
            throws IOException {
        long size = file.size();
        if (size <= Layout.PAGE || bytes > size - from) {
            throw new NoSuchFileException("the slab has been given back");
        }
        return file.map(mode, from, bytes == 0 ? size : bytes, arena);
    }

    private static StaleException givenBack(Place place, IOException e) {
        return new StaleException("its owner is gone or has given the slab back", place, e);
    }

    long owner() {
        return owner;
    }

    MemorySegment read(Place place) {
        return memory.asSlice(place.offset(), place.size());
    }

    MemorySegment write(SlabFolder folder, Place place) throws StaleException {
        MemorySegment mapped = writable;
        return (mapped == null ? mapWritable(folder, place) : mapped).asSlice(place.offset(), place.size());
    }

    private synchronized MemorySegment mapWritable(SlabFolder folder, Place place) throws StaleException {
        MemorySegment mapped = writable;
        if (mapped == null) {
            mapped = mapAllWritable(folder, place);
            writable = mapped;
        }
        return mapped;
    }

    private MemorySegment mapAllWritable(SlabFolder folder, Place place) throws StaleException {
        try {
            return Uninterrupted.call(() -> {
                try (FileChannel channel = folder.open(place, READ_WRITE)) {
                    return map(channel, MapMode.READ_WRITE, 0, memory.byteSize(), arena);
                }
            });
        } catch (IOException e) {
            throw givenBack(place, e);
        }
    }

    /** Copies a segment to bytes of a range that is reserved for this process. */
    void fill(SlabFolder folder, Place place, long at, MemorySegment from) throws StaleException {
        if (from.byteSize() < FreshPages.WORTHWHILE || !Layout.isUntouched(memory, place)) {
            Copies.copy(from, write(folder, place).asSlice(at));
            return;
        }
        try {
            FreshPages.write(folder, place, at, from);
            if (from.byteSize() == place.size()) {
                Layout.markFilled(mapWritable(folder, place), place);
            }
        } catch (NoSuchFileException e) {
            throw givenBack(place, e);
        } catch (IOException e) {
            throw new UncheckedIOException("No room for the pages of " + place, e);
        }
    }

    void check(Place place) throws StaleException {
        if (!isCurrent(place)) {
            throw new StaleException("the range was freed", place, null);
        }
    }

    /** Whether all that was read of the range until now is what its owner wrote. */
    boolean isCurrent(Place place) {
        try {
            return (isInside(place) && Layout.isInUse(memory) && Layout.isRange(memory, place)) || settle();
        } catch (InternalError | IllegalStateException _) {
            return false; // its pages went back to the system, or it was unmapped
        }
    }

    boolean isGivenBack() {
        try {
            return !Layout.isInUse(memory);
        } catch (IllegalStateException _) {
            return true;
        }
    }

    /** False where something still works with the memory: to be tried again. */
    boolean unmap() {
        closeFile();
        try {
            arena.close();
        } catch (IllegalStateException _) {
            return !arena.scope().isAlive();
        }
        return true;
    }

    private void closeFile() {
        synchronized (opening) {
            if (file != null) {
                try {
                    file.close();
                } catch (IOException e) {
                    LOG.log(System.Logger.Level.DEBUG, "a slab of owner={0} is not closed: {1}", owner, e.getMessage());
                }
                file = null;
            }
        }
    }

    private boolean isOf(Place place) {
        try {
            return Layout.isSlab(memory, place.owner(), place.slab()) || settle();
        } catch (InternalError _) {
            return false;
        }
    }

    private boolean isInside(Place place) {
        return place.generation() > 0
                && place.size() > 0
                && place.offset() >= 2 * Layout.HEADER
                && place.offset() % Layout.ALIGNMENT == 0
                && place.offset() <= memory.byteSize() - place.size();
    }

    /**
     * Reading a page that went back to the system gives any value; the error comes at the thread's next safe point. Coming back
     * from a native method is one, on virtual threads too.
     *
     * @return false, if it returns
     */
    private static boolean settle() {
        return Thread.holdsLock(new Object());
    }
}
