package dev.mosaic.store;

import dev.mosaic.message.Id;
import dev.mosaic.message.MessageFormatException;
import dev.mosaic.message.ObjectMessage;
import dev.mosaic.store.tier.EntryForm;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
    private static final System.Logger LOG = System.getLogger("dev.mosaic.store");
    static final String ENTRY = ".entry";
    private static final String GONE = ".gone";
    private static final String PART = ".part";
    private static final int SLICE_BYTES = 4 << 20;
    private static final int HEXADECIMAL = 16;

    /** What is done with the disk. */
    interface Work {
        void run() throws IOException;
    }

    private final Path folder;
    private final boolean returns;
    private final Opener opener;
    private final ExecutorService worker;

    /** @param returns whether the files stay when it is closed */
    DiskTier(Path folder, boolean returns) {
        this(folder, returns, file -> FileChannel.open(file, StandardOpenOption.READ));
    }

    /** With another way to open what is to be read. */
    DiskTier(Path folder, boolean returns, Opener opener) {
        this.opener = opener;
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

    /** @param done is told what failed; null for nothing */
    void load(Id ref, List<MemorySegment> parts, Consumer<@Nullable Exception> done) {
        submit(() -> load(file(ref), parts), done);
    }

    void delete(Id ref) {
        execute(() -> Files.deleteIfExists(file(ref)), problem -> {});
    }

    /** The entry is over, wherever copies of it may still be. */
    void mark(Id ref) {
        if (returns) {
            execute(
                    () -> {
                        folder(folder);
                        replace(folder.resolve(ref + GONE), false, channel -> {});
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
        submit(work, failed -> done.accept(failed == null ? null : failed.toString()));
    }

    private void submit(Work work, Consumer<@Nullable Exception> done) {
        try {
            worker.execute(() -> done.accept(failure(work)));
        } catch (RejectedExecutionException closed) {
            // Nobody waits any more.
        }
    }

    private static @Nullable Exception failure(Work work) {
        try {
            work.run();
            return null;
        } catch (IOException | RuntimeException failed) {
            return failed;
        }
    }

    /** Where the records of lives are: beside the folder of entries. */
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
        folder(folder);
        Path partial = file.resolveSibling(file.getFileName() + PART);
        Files.deleteIfExists(partial); // of whoever was killed: it may be open to others
        try (FileChannel channel =
                PrivateFiles.open(partial, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
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

    /** A folder of a store's own, only this user's. */
    private static void folder(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            Path given = Objects.requireNonNull(folder.toAbsolutePath().getParent());
            PrivateFiles.make(given);
            PrivateFiles.own(folder);
            flush(given);
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

    /** What is damaged is moved aside. */
    private void load(Path file, List<MemorySegment> parts) throws IOException {
        try {
            read(file, parts);
        } catch (DamagedException damaged) {
            Path now = Leftovers.aside(folder, file);
            String words = damaged.getMessage() + ", file=" + now;
            LOG.log(System.Logger.Level.WARNING, "an entry is damaged, and is not deleted: {0}", words);
            throw new DamagedException(words, damaged);
        }
    }

    private void read(Path file, List<MemorySegment> parts) throws IOException {
        try (FileChannel channel = opener.open(file)) {
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
                throw new DamagedException(file.getFileName() + " has a wrong checksum", null);
            }
        }
    }

    private static EntryForm form(Path file, FileChannel channel) throws IOException {
        try {
            ByteBuffer head = ByteBuffer.allocate(EntryForm.HEAD_BYTES);
            readFully(channel, head);
            head.flip();
            if (EntryForm.isLater(head)) {
                throw new IOException(file.getFileName() + " is of a later release");
            }
            int bytes = EntryForm.HEAD_BYTES + EntryForm.shapeBytes(head);
            ByteBuffer whole = ByteBuffer.allocate((int) Math.min(bytes, channel.size()));
            channel.position(0);
            readFully(channel, whole);
            return EntryForm.read(whole.flip());
        } catch (MessageFormatException wrong) {
            throw new DamagedException(file.getFileName() + ": " + wrong.getMessage(), wrong);
        }
    }

    private static void readFully(FileChannel channel, ByteBuffer into) throws IOException {
        while (into.hasRemaining()) {
            if (channel.read(into) < 0) {
                throw new DamagedException("it ends " + into.remaining() + " B early", null);
            }
        }
    }

    // ---- from before

    /**
     * What is here from before.
     *
     * @param shapes the entries
     * @param unreadable why files that were entries cannot be read
     */
    record Found(List<ObjectMessage.Shape> shapes, Map<Id, String> unreadable) {}

    /** Whether there is something that the next home is to find. */
    boolean hasEntries() {
        try {
            return !files(ENTRY).isEmpty() || !Leftovers.files(lives()).isEmpty();
        } catch (IOException unknown) {
            return true;
        }
    }

    /**
     * Looks for the entries that are here from before. Nothing that was acknowledged is deleted: a damaged file is moved aside, one that
     * cannot be read now, or is of a later release, stays where it is. Before anything is written.
     *
     * @throws IOException where none of the entries can be read, or no file can be opened any more
     */
    Found found() throws IOException {
        Leftovers leftovers = new Leftovers(folder, ENTRY);
        List<ObjectMessage.Shape> shapes = new ArrayList<>();
        Map<Id, String> unreadable = new LinkedHashMap<>();
        for (Path file : files("")) {
            String name = file.getFileName().toString();
            if (name.endsWith(PART)) {
                leftovers.unfinished(file);
            } else if (name.endsWith(ENTRY)) {
                try {
                    shapes.add(whole(file));
                    leftovers.isRead();
                } catch (IOException failed) {
                    Id ref = id(name, ENTRY);
                    String why = leftovers.unreadable(file, failed);
                    if (ref != null) {
                        unreadable.put(ref, "tier=disk: " + why);
                    }
                }
            }
        }
        leftovers.end();
        return new Found(shapes, unreadable);
    }

    private ObjectMessage.Shape whole(Path file) throws IOException {
        try (FileChannel channel = opener.open(file)) {
            EntryForm form = form(file, channel);
            if (form.size() != channel.size()) {
                throw new DamagedException("it has " + channel.size() + " B, not " + form.size(), null);
            }
            if (!file.equals(file(form.shape().ref()))) {
                throw new DamagedException("it is ref=" + form.shape().ref() + ", which its name does not say", null);
            }
            return form.shape();
        }
    }

    /** Opens a file to read it. */
    interface Opener {
        FileChannel open(Path file) throws IOException;
    }

    /** It was read, and is not as it was written. */
    static final class DamagedException extends IOException {
        private static final long serialVersionUID = 1L;

        DamagedException(@Nullable String what, @Nullable Throwable cause) {
            super(what, cause);
        }
    }

    /** Null where the name is no entry's. */
    static @Nullable Id id(String name, String ending) {
        if (!name.endsWith(ending)) {
            return null;
        }
        String[] parts = name.substring(0, name.length() - ending.length()).split("-", 2);
        try {
            return parts.length < 2
                    ? null
                    : new Id(
                            Long.parseUnsignedLong(parts[0], HEXADECIMAL),
                            Long.parseUnsignedLong(parts[1], HEXADECIMAL));
        } catch (NumberFormatException other) {
            return null;
        }
    }

    /** Those that were marked. */
    List<Id> gone() throws IOException {
        List<Id> refs = new ArrayList<>();
        for (Path file : files(GONE)) {
            Id ref = id(file.getFileName().toString(), GONE);
            if (ref != null) {
                refs.add(ref);
            }
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
        delete(Leftovers.beside(folder));
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
