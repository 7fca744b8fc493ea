package dev.mosaic.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * What cannot be read of a folder: at a start, or later. Nothing that was acknowledged is deleted: a damaged file goes to a folder beside,
 * {@code NAME.unreadable}; one that cannot be read now, or is of a later release, stays for the next start.
 *
 * <p><b>Threading:</b> the thread of the start. <b>Failure:</b> is in the log, in one line; where nothing at all can be read it is an error.
 */
final class Leftovers {
    private static final System.Logger LOG = System.getLogger("dev.mosaic.store");
    private static final int MOST_NAMES = 10;
    private static final String ASIDE = ".unreadable";

    private final Path folder;
    private final String ending;
    private final List<String> names = new ArrayList<>();
    private int read;
    private int count;
    private int kept;
    private int unfinished;

    /** @param ending of the names of what is kept there */
    Leftovers(Path folder, String ending) {
        this.folder = folder;
        this.ending = ending;
    }

    /** All that is in a folder; nothing where there is none. */
    static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.toList();
        } catch (NoSuchFileException never) {
            return List.of();
        }
    }

    /** One was read. */
    void isRead() {
        read++;
    }

    /** A write that did not end: nobody was told that it had. */
    void unfinished(Path file) throws IOException {
        Files.deleteIfExists(file);
        unfinished++;
    }

    /**
     * One was not.
     *
     * @return why, and where it is now
     * @throws IOException where no file can be opened any more
     */
    String unreadable(Path file, IOException failed) throws IOException {
        String words = String.valueOf(failed.getMessage());
        if (words.toLowerCase(Locale.ROOT).contains("too many open files")) {
            throw failed;
        }
        Path now = file;
        if (failed instanceof DiskTier.DamagedException) {
            now = aside(folder, file);
        }
        kept += now.equals(file) ? 1 : 0;
        count++;
        if (names.size() < MOST_NAMES) {
            names.add(file.getFileName() + " (" + words + ")");
        }
        return words + ", file=" + now;
    }

    /** Where damaged files of that folder are. */
    static Path beside(Path folder) {
        return folder.resolveSibling(folder.getFileName() + ASIDE);
    }

    /** Moves a damaged file aside; gives where it is then, which is where it was if it cannot be moved. */
    static Path aside(Path folder, Path file) {
        try {
            Path beside = beside(folder);
            if (!Files.isDirectory(beside)) {
                PrivateFiles.own(beside);
            }
            return Files.move(
                    file, beside.resolve(Objects.requireNonNull(file.getFileName())), StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException | RuntimeException stays) {
            return file;
        }
    }

    /**
     * All was looked at.
     *
     * @throws IOException where there were some, and none can be read: to start without them would look like a store that is empty
     */
    void end() throws IOException {
        if (kept > 0 && read == 0) {
            throw new IOException(
                    "none of " + count + " files *" + ending + " in " + folder + " can be read: " + words());
        }
        if (count > 0) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "{0} files *{1} cannot be read: {2} stay in {3}, the others are in {3}{4} now: {5}",
                    count,
                    ending,
                    kept,
                    folder,
                    ASIDE,
                    words());
        }
        if (unfinished > 0) {
            LOG.log(
                    System.Logger.Level.DEBUG,
                    "deleted from {0}: {1} files whose write had not ended, and of which nobody was told that it had",
                    folder,
                    unfinished);
        }
    }

    private String words() {
        return String.join(", ", names) + (count > names.size() ? ", and others" : "");
    }
}
