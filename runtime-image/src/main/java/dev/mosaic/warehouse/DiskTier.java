package dev.mosaic.warehouse;

import dev.mosaic.message.Id;
import dev.mosaic.message.MessageFormatException;
import dev.mosaic.message.ObjectMessage;
import dev.mosaic.warehouse.tier.EntryForm;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Entries as files, one each, in the form of {@link EntryForm}. A file is written under another name and renamed when it is whole.
 *
 * <p>Where the store is to return, the files are its manifest: each says what it is. {@code ID.gone} says that an entry is over though
 * the bucket may still have it.
 *
 * <p><b>Threading:</b> any thread; one thread does the work, in order. <b>Cost:</b> one copy between memory and the system's cache.
 * <b>Failure:</b> is told in words; a file whose sum is wrong is an error, never other bytes.
 */
final class DiskTier implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger("dev.mosaic.warehouse");
    private static final String ENTRY = ".entry";
    private static final String GONE = ".gone";
    private static final int SLICE_BYTES = 4 << 20;
    private static final int HEXADECIMAL = 16;

    /** What is done with the disk. */
    interface Work {
        void run() throws IOException;
    }

    private final Path folder;
    private final boolean returns;
    private final ExecutorService worker;

    /** @param returns whether the files stay when it is closed */
    DiskTier(Path folder, boolean returns) {
        this.folder = folder;
        this.returns = returns;
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

    /** @param done is told the problem; null for none */
    void write(ObjectMessage.Shape shape, List<MemorySegment> parts, boolean flushed, Consumer<@Nullable String> done) {
        execute(() -> write(file(shape.ref()), shape, parts, flushed), done);
    }

    /** @param done is told the problem; null for none */
    void load(Id ref, List<MemorySegment> parts, Consumer<@Nullable String> done) {
        execute(() -> load(file(ref), parts), done);
    }

    void delete(Id ref) {
        execute(() -> Files.deleteIfExists(file(ref)), problem -> {});
    }

    /** The entry is over, wherever copies of it may still be. */
    void mark(Id ref) {
        if (returns) {
            execute(
                    () -> {
                        Files.createDirectories(folder);
                        Files.write(folder.resolve(ref + GONE), new byte[0]);
                    },
                    problem -> {});
        }
    }

    /** No copy is left. */
    void unmark(Id ref) {
        if (returns) {
            execute(() -> Files.deleteIfExists(folder.resolve(ref + GONE)), problem -> {});
        }
    }

    /** Something else with the disk, in its turn. */
    void execute(Work work, Consumer<@Nullable String> done) {
        try {
            worker.execute(() -> done.accept(problem(work)));
        } catch (RejectedExecutionException closed) {
            // Nobody waits any more.
        }
    }

    private static @Nullable String problem(Work work) {
        try {
            work.run();
            return null;
        } catch (IOException | RuntimeException failed) {
            return failed.toString();
        }
    }

    /** Where the records of lives are; older releases look at all that is in the folder of entries. */
    Path lives() {
        return folder.resolveSibling(folder.getFileName() + ".lives");
    }

    /** Where that entry is, if it is. */
    Path file(Id ref) {
        return folder.resolve(ref + ENTRY);
    }

    private static void write(Path file, ObjectMessage.Shape shape, List<MemorySegment> parts, boolean flushed)
            throws IOException {
        replace(file, flushed, channel -> {
            writeFully(channel, ByteBuffer.wrap(EntryForm.head(shape, parts)));
            for (MemorySegment part : parts) {
                for (long at = 0; at < part.byteSize(); at += SLICE_BYTES) {
                    writeFully(
                            channel,
                            part.asSlice(at, Math.min(SLICE_BYTES, part.byteSize() - at))
                                    .asByteBuffer());
                }
            }
        });
    }

    /** What a file is to have. */
    interface Content {
        void into(FileChannel channel) throws IOException;
    }

    /**
     * A file has all of that then, or is as it was. Its folder is made where it is missing.
     *
     * @param flushed whether it is on the device then
     */
    static void replace(Path file, boolean flushed, Content content) throws IOException {
        Path folder = Objects.requireNonNull(file.getParent());
        Files.createDirectories(folder);
        Path partial = file.resolveSibling(file.getFileName() + ".part");
        try (FileChannel channel = FileChannel.open(
                partial, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
            content.into(channel);
            if (flushed) {
                channel.force(true);
            }
        } catch (IOException | RuntimeException failed) {
            Files.deleteIfExists(partial);
            throw failed;
        }
        Files.move(partial, file, StandardCopyOption.ATOMIC_MOVE);
        if (flushed) {
            flush(folder);
        }
    }

    /** The name of a new file is on the device only once its folder is. */
    static void flush(Path folder) throws IOException {
        try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    static void writeFully(FileChannel channel, ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }

    private static void load(Path file, List<MemorySegment> parts) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            EntryForm form = form(file, channel);
            channel.position(form.partsAt());
            CRC32C crc = new CRC32C();
            for (MemorySegment part : parts) {
                for (long at = 0; at < part.byteSize(); at += SLICE_BYTES) {
                    ByteBuffer slice = part.asSlice(at, Math.min(SLICE_BYTES, part.byteSize() - at))
                            .asByteBuffer();
                    readFully(channel, slice);
                    crc.update(slice.flip());
                }
            }
            if ((int) crc.getValue() != form.crc()) {
                throw new IOException(file.getFileName() + " has a wrong checksum");
            }
        }
    }

    private static EntryForm form(Path file, FileChannel channel) throws IOException {
        try {
            ByteBuffer head = ByteBuffer.allocate(EntryForm.HEAD_BYTES);
            readFully(channel, head);
            int bytes = EntryForm.HEAD_BYTES + EntryForm.shapeBytes(head.flip());
            ByteBuffer whole = ByteBuffer.allocate((int) Math.min(bytes, channel.size()));
            channel.position(0);
            readFully(channel, whole);
            return EntryForm.read(whole.flip());
        } catch (MessageFormatException wrong) {
            throw new IOException(file.getFileName() + ": " + wrong.getMessage(), wrong);
        }
    }

    private static void readFully(FileChannel channel, ByteBuffer into) throws IOException {
        while (into.hasRemaining()) {
            if (channel.read(into) < 0) {
                throw new IOException("the file ends " + into.remaining() + " B early");
            }
        }
    }

    // ---- from before

    /** The entries that are here from before. Files that are none, or not whole, are removed. Before anything is written. */
    List<ObjectMessage.Shape> found() throws IOException {
        List<ObjectMessage.Shape> shapes = new ArrayList<>();
        for (Path file : files("")) {
            if (file.getFileName().toString().endsWith(GONE)) {
                continue;
            }
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
                EntryForm form = form(file, channel);
                if (form.size() != channel.size()
                        || !file.equals(file(form.shape().ref()))) {
                    throw new IOException(file.getFileName() + " has " + channel.size() + " B, not " + form.size());
                }
                shapes.add(form.shape());
            } catch (IOException damaged) {
                if (file.getFileName().toString().endsWith(ENTRY)) {
                    LOG.log(System.Logger.Level.WARNING, "removed: {0}", damaged.getMessage());
                }
                Files.deleteIfExists(file);
            }
        }
        return shapes;
    }

    /** Those that were marked. */
    List<Id> gone() throws IOException {
        List<Id> refs = new ArrayList<>();
        for (Path file : files(GONE)) {
            String name = file.getFileName().toString();
            String[] parts = name.substring(0, name.length() - GONE.length()).split("-", 2);
            refs.add(new Id(
                    Long.parseUnsignedLong(parts[0], HEXADECIMAL), Long.parseUnsignedLong(parts[1], HEXADECIMAL)));
        }
        return refs;
    }

    private List<Path> files(String ending) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.getFileName().toString().endsWith(ending))
                    .toList();
        } catch (NoSuchFileException never) {
            return List.of();
        }
    }

    /** Unless the store is to return, nothing is left. */
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
        if (returns) {
            return;
        }
        delete(folder);
        delete(lives());
    }

    private static void delete(Path folder) {
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
