package dev.mosaic.store;

import dev.mosaic.message.Id;
import dev.mosaic.message.MessageFormatException;
import dev.mosaic.store.tier.LifeForm;
import dev.mosaic.unit.objects.BucketProblem;
import dev.mosaic.unit.objects.LifeRecord;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Records of lives as files in a folder beside that of the entries. One is written under another name, flushed, and renamed; before that the
 * file that is there is looked at.
 *
 * <p><b>Threading:</b> as {@link LifeTier}; the disk's thread does the work. <b>Cost:</b> two flushes for each write.
 */
final class LifeFiles implements LifeTier {
    private final Path folder;
    private final long self;
    private final DiskTier disk;

    LifeFiles(Path folder, long self, DiskTier disk) {
        this.folder = folder;
        this.self = self;
        this.disk = disk;
    }

    @Override
    public void write(LifeRecord record, Consumer<@Nullable BucketProblem> done) {
        long[] other = {self};
        disk.execute(
                () -> {
                    Path file = file(record.tessera());
                    other[0] = writer(file);
                    if (other[0] == self && record.isOver()) {
                        delete(file);
                    } else if (other[0] == self) {
                        write(file, new LifeForm(self, record).bytes());
                    }
                },
                problem -> done.accept(problem(problem, other[0])));
    }

    private @Nullable BucketProblem problem(@Nullable String problem, long writer) {
        if (problem != null) {
            return new BucketProblem(BucketProblem.Kind.AWAY, "tier=disk: " + problem);
        }
        return writer == self
                ? null
                : new BucketProblem(
                        BucketProblem.Kind.TAKEN, "warehouse instance=" + Long.toHexString(writer) + " has it");
    }

    private Path file(Id tessera) {
        return folder.resolve(tessera + ENDING);
    }

    /** Whose file that is; this home's where there is none. */
    private long writer(Path file) throws IOException {
        try {
            return LifeForm.read(Files.readAllBytes(file)).writer();
        } catch (NoSuchFileException none) {
            return self;
        } catch (MessageFormatException damaged) {
            return self; // it was written by nobody who could finish it
        }
    }

    private static void write(Path file, byte[] bytes) throws IOException {
        DiskTier.replace(file, true, channel -> DiskTier.writeFully(channel, ByteBuffer.wrap(bytes)));
    }

    @Override
    public List<LifeRecord> claim() throws IOException {
        List<LifeRecord> records = found();
        for (LifeRecord record : records) {
            write(file(record.tessera()), new LifeForm(self, record).bytes());
        }
        return records;
    }

    /** As they are. Those that cannot be read are never deleted, see {@link Leftovers}. */
    List<LifeRecord> found() throws IOException {
        Leftovers leftovers = new Leftovers(folder, ENDING);
        List<LifeRecord> records = new ArrayList<>();
        for (Path file : Leftovers.files(folder)) {
            String name = file.getFileName().toString();
            if (name.endsWith(".part")) {
                leftovers.unfinished(file);
            } else if (name.endsWith(ENDING)) {
                try {
                    records.add(read(file));
                    leftovers.isRead();
                } catch (IOException failed) {
                    leftovers.unreadable(file, failed);
                }
            }
        }
        leftovers.end();
        return records;
    }

    private static LifeRecord read(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        if (LifeForm.isLater(bytes)) {
            throw new IOException(file.getFileName() + " is of a later release");
        }
        try {
            return LifeForm.read(bytes).record();
        } catch (MessageFormatException damaged) {
            throw new DiskTier.DamagedException(file.getFileName() + ": " + damaged.getMessage(), damaged);
        }
    }

    private void delete(Path file) throws IOException {
        Files.deleteIfExists(file);
        if (Files.isDirectory(folder)) {
            DiskTier.flush(folder);
        }
    }

    /** It is kept elsewhere now. */
    void delete(Id tessera) throws IOException {
        delete(file(tessera));
    }
}
