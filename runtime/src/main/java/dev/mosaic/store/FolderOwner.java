package dev.mosaic.store;

import dev.mosaic.StartException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

/**
 * The lock of a home on its folder: a file beside the entries, locked for as long as the process lives, that says whose they are. The system
 * frees it however the process ends.
 *
 * <p><b>Threading:</b> any thread. <b>Cost:</b> a file that stays open. <b>Failure:</b> {@link StartException} where another home has it.
 */
final class FolderOwner implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger("dev.mosaic.store");
    private static final int MOST_BYTES = 64 << 10;

    /** Of this process: the system frees its lock as soon as it closes any channel of that file. */
    private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

    private final Path file;
    private final FileChannel channel;
    private final Owner self;
    private final AtomicBoolean closed = new AtomicBoolean();

    private FolderOwner(Path file, FileChannel channel, Owner self) {
        this.file = file;
        this.channel = channel;
        this.self = self;
    }

    /**
     * Locks it, for this home alone. Its name is on the device then, as are those of what was made beside it.
     *
     * @param lock the file, in a folder that is there
     * @param hasEntries whether something from before is beside it
     * @throws StartException where another home has it, or has left entries
     */
    static FolderOwner claim(Path lock, Owner self, BooleanSupplier hasEntries) throws IOException {
        Path file = Objects.requireNonNull(lock.toAbsolutePath().getParent())
                .toRealPath()
                .resolve(lock.getFileName());
        if (!HELD.add(file)) {
            throw taken(file, "belongs to another warehouse of this process, pid=" + self.pid());
        }
        FileChannel channel = null;
        try {
            channel = PrivateFiles.open(
                    file,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.READ,
                    StandardOpenOption.WRITE,
                    LinkOption.NOFOLLOW_LINKS);
            boolean isFree = channel.tryLock() != null;
            Optional<Owner> before = read(channel);
            if (!isFree) {
                throw taken(
                        file,
                        before.map(owner -> "belongs to " + owner.words() + ", which is there")
                                .orElse("belongs to another process, which is there"));
            }
            Optional<String> refusal = before.flatMap(owner -> owner.refusalOfFolder(self, hasEntries.getAsBoolean()));
            if (refusal.isPresent()) {
                throw taken(file, refusal.get());
            }
            Owner next = before.map(self::inFolderOf).orElse(self).after(before);
            FolderOwner owner = new FolderOwner(file, channel, next);
            owner.write(owner.self);
            // Its name, and that of the folder with the entries.
            DiskTier.flush(Objects.requireNonNull(file.getParent()));
            return owner;
        } catch (IOException | RuntimeException failed) {
            if (channel != null) {
                channel.close();
            }
            HELD.remove(file);
            throw failed;
        }
    }

    private static StartException taken(Path file, String why) {
        return new StartException(
                "the folder of " + file + " " + why,
                "give this warehouse another --folder, or end the other one; where that is gone for good and its entries are to be this"
                        + " one's, delete that file");
    }

    private static Optional<Owner> read(FileChannel channel) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate((int) Math.min(MOST_BYTES, channel.size()));
        while (bytes.hasRemaining() && channel.read(bytes, bytes.position()) >= 0) {}
        byte[] read = new byte[bytes.position()];
        bytes.flip().get(read);
        return Owner.read(read);
    }

    /** The home, with what tells others that it has this folder. */
    Owner self() {
        return self;
    }

    private void write(Owner owner) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(owner.bytes());
        channel.truncate(0);
        while (bytes.hasRemaining()) {
            channel.write(bytes, bytes.position());
        }
        channel.force(true);
    }

    /** Says that it ended in order, and lets go. */
    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        try (channel) {
            write(self.thatEnds());
        } catch (IOException e) {
            LOG.log(System.Logger.Level.WARNING, "{0} does not say that its home has ended: {1}", file, e.toString());
        } finally {
            HELD.remove(file);
        }
    }
}
