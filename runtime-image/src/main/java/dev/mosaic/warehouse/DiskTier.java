package dev.mosaic.warehouse;

import dev.mosaic.message.Id;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.zip.CRC32C;

/**
 * Entries as files, one each:
 *
 * <pre>
 *   i64 magic, i32 CRC-32C of all that follows, i32 inline length, inline bytes, then the parts one after another
 * </pre>
 *
 * <p>A file is written under another name and renamed when it is whole.
 *
 * <p><b>Threading:</b> any thread; one thread does the work, in order. <b>Cost:</b> one copy between memory and the system's cache.
 * <b>Failure:</b> is told in words; a file whose sum is wrong is an error, never other bytes.
 */
final class DiskTier implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger("dev.mosaic.warehouse");
    private static final long MAGIC = 0x4d4f534149433031L; // MOSAIC01
    private static final int HEADER_BYTES = 16;
    private static final int SLICE_BYTES = 4 << 20;

    /** What is done with the disk. */
    private interface Work {
        void run() throws IOException;
    }

    private final Path folder;
    private final ExecutorService worker;

    DiskTier(Path folder) {
        this.folder = folder;
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                1,
                1,
                5,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                Thread.ofPlatform().daemon().name("mosaic-disk").factory());
        pool.allowCoreThreadTimeOut(true);
        this.worker = pool;
    }

    /** @param done is told the problem; empty for none */
    void write(Id ref, byte[] inline, List<MemorySegment> parts, boolean flushed, Consumer<String> done) {
        execute(() -> write(file(ref), inline, parts, flushed), done);
    }

    /** @param done is told the problem; empty for none */
    void load(Id ref, List<MemorySegment> parts, Consumer<String> done) {
        execute(() -> load(file(ref), parts), done);
    }

    void delete(Id ref) {
        execute(() -> Files.deleteIfExists(file(ref)), problem -> {});
    }

    private void execute(Work work, Consumer<String> done) {
        try {
            worker.execute(() -> done.accept(problem(work)));
        } catch (RejectedExecutionException closed) {
            // Nobody waits any more.
        }
    }

    private static String problem(Work work) {
        try {
            work.run();
            return "";
        } catch (IOException | RuntimeException failed) {
            return failed.toString();
        }
    }

    private Path file(Id ref) {
        return folder.resolve(ref + ".entry");
    }

    private void write(Path file, byte[] inline, List<MemorySegment> parts, boolean flushed) throws IOException {
        Files.createDirectories(folder);
        Path partial = file.resolveSibling(file.getFileName() + ".part");
        try (FileChannel channel = FileChannel.open(
                partial, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
            CRC32C crc = new CRC32C();
            ByteBuffer head = ByteBuffer.allocate(4 + inline.length)
                    .putInt(inline.length)
                    .put(inline)
                    .flip();
            crc.update(head.duplicate());
            channel.position(HEADER_BYTES - 4);
            writeFully(channel, head);
            for (MemorySegment part : parts) {
                for (long at = 0; at < part.byteSize(); at += SLICE_BYTES) {
                    ByteBuffer slice = part.asSlice(at, Math.min(SLICE_BYTES, part.byteSize() - at))
                            .asByteBuffer();
                    crc.update(slice.duplicate());
                    writeFully(channel, slice);
                }
            }
            ByteBuffer header = ByteBuffer.allocate(HEADER_BYTES - 4)
                    .putLong(MAGIC)
                    .putInt((int) crc.getValue())
                    .flip();
            channel.position(0);
            writeFully(channel, header);
            if (flushed) {
                channel.force(true);
            }
        } catch (IOException | RuntimeException failed) {
            Files.deleteIfExists(partial);
            throw failed;
        }
        Files.move(partial, file, java.nio.file.StandardCopyOption.ATOMIC_MOVE);
        if (flushed) {
            flushFolder();
        }
    }

    /** The name of a new file is on the device only once its folder is. */
    private void flushFolder() throws IOException {
        try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    private static void writeFully(FileChannel channel, ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }

    private static void load(Path file, List<MemorySegment> parts) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            ByteBuffer header = ByteBuffer.allocate(HEADER_BYTES);
            readFully(channel, header);
            header.flip();
            long magic = header.getLong();
            int expected = header.getInt();
            int inline = header.getInt();
            if (magic != MAGIC || inline < 0 || inline > channel.size()) {
                throw new IOException(file.getFileName() + " is no entry");
            }
            CRC32C crc = new CRC32C();
            ByteBuffer head = ByteBuffer.allocate(4 + inline).putInt(inline);
            readFully(channel, head);
            crc.update(head.flip());
            for (MemorySegment part : parts) {
                for (long at = 0; at < part.byteSize(); at += SLICE_BYTES) {
                    ByteBuffer slice = part.asSlice(at, Math.min(SLICE_BYTES, part.byteSize() - at))
                            .asByteBuffer();
                    readFully(channel, slice);
                    crc.update(slice.flip());
                }
            }
            if ((int) crc.getValue() != expected) {
                throw new IOException(file.getFileName() + " has a wrong checksum");
            }
        }
    }

    private static void readFully(FileChannel channel, ByteBuffer into) throws IOException {
        while (into.hasRemaining()) {
            if (channel.read(into) < 0) {
                throw new IOException("the file ends " + into.remaining() + " B early");
            }
        }
    }

    /** Entries end with their program: nothing is left. */
    @Override
    public void close() {
        worker.shutdownNow();
        try {
            if (!worker.awaitTermination(1, TimeUnit.SECONDS)) {
                LOG.log(System.Logger.Level.DEBUG, "the disk is still at work");
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.deleteIfExists(file);
            }
            Files.deleteIfExists(folder);
        } catch (NoSuchFileException never) {
            // Nothing was ever written.
        } catch (IOException e) {
            LOG.log(System.Logger.Level.WARNING, "{0} cannot be deleted: {1}", folder, e.getMessage());
        }
    }
}
