package dev.mosaic.memory;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.System.Logger.Level;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * One file in memory, mapped, as its owner has it.
 *
 * <p><b>Threading:</b> its methods by one thread at a time, its memory by any. <b>Cost:</b> of a slab that is made with its
 * pages, 0.4 s for each GB; else each page is paid for when it is first written to ({@link FreshPages}). <b>Failure:</b> {@link
 * IOException} where the file system is full.
 */
final class Slab {
    private static final System.Logger LOG = System.getLogger("dev.mosaic.memory");

    private static final long FAULT_AROUND = 64 << 10;

    private final Path path;
    private final RandomAccessFile file;
    private final Arena arena;
    private final MemorySegment memory;
    private final int descriptor;
    private final int number;
    private volatile long filledTo;
    private long preparedTo;

    private Slab(Path path, RandomAccessFile file, Arena arena, MemorySegment memory, int descriptor, int number) {
        this.path = path;
        this.file = file;
        this.arena = arena;
        this.memory = memory;
        this.descriptor = descriptor;
        this.number = number;
    }

    /** A new slab; {@code reserved} with all its pages, so that no write to it can find the file system full. */
    static Slab create(SlabFolder folder, long owner, int number, long bytes, boolean reserved) throws IOException {
        if (folder.roomBytes() < bytes) {
            throw new IOException("No space left: roomBytes=" + folder.roomBytes());
        }
        Path path = folder.create(owner, number);
        Arena arena = Arena.ofShared();
        RandomAccessFile file = null;
        try {
            // Held open for as long as the slab lives. Not a channel: an interrupt would close it.
            file = new RandomAccessFile(path.toFile(), "rw");
            MemorySegment memory = Uninterrupted.call(() -> map(path, bytes, reserved, arena));
            int descriptor = folder.descriptor(path);
            if (descriptor != SlabFolder.NAMED) {
                Files.deleteIfExists(path);
            }
            Layout.writeSlab(memory, owner, number);
            Slab slab = new Slab(path, file, arena, memory, descriptor, number);
            if (reserved) {
                slab.filled(bytes);
                slab.prepare();
            }
            return slab;
        } catch (IOException | RuntimeException | Error e) {
            arena.close();
            if (file != null) {
                file.close();
            }
            Files.deleteIfExists(path);
            throw e;
        }
    }

    private static MemorySegment map(Path path, long bytes, boolean reserved, Arena arena) throws IOException {
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            FreshPages.reserve(channel, 0, reserved ? bytes : Layout.PAGE);
            return channel.map(MapMode.READ_WRITE, 0, bytes, arena);
        }
    }

    MemorySegment memory() {
        return memory;
    }

    int descriptor() {
        return descriptor;
    }

    int number() {
        return number;
    }

    long bytes() {
        return memory.byteSize();
    }

    /** All bytes up to there have been written to. */
    void filled(long to) {
        filledTo = Math.max(filledTo, to);
    }

    /** Up to where the system has given all pages, as far as the owner knows. */
    long filledTo() {
        return filledTo;
    }

    /**
     * Makes the pages that the file has known to the mapping: a fault of a read brings all 16 pages around, one of a write only
     * its own.
     */
    void prepare() {
        for (; preparedTo < filledTo; preparedTo += FAULT_AROUND) {
            memory.get(ValueLayout.JAVA_BYTE, preparedTo);
        }
    }

    /** Its pages but the first go back to the system now, whoever still has the file mapped. */
    void giveBack() throws IOException {
        Layout.giveBack(memory);
        file.setLength(Layout.PAGE);
    }

    /**
     * Closes the file, which stays valid where it is mapped, and unmaps it here.
     *
     * @return false where something still works with the memory, such as a write to a socket: to be tried again
     */
    boolean close() {
        try {
            file.close();
            if (descriptor == SlabFolder.NAMED) {
                Files.deleteIfExists(path);
            }
            arena.close();
        } catch (IOException e) {
            LOG.log(Level.WARNING, "A file of shared memory was not deleted: " + e.getMessage());
        } catch (IllegalStateException _) {
            return !arena.scope().isAlive();
        }
        return true;
    }
}
