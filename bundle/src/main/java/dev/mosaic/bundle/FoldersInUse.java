package dev.mosaic.bundle;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Which folders of unpacked jars are in use. A process has a shared lock on a file of each folder that it uses, until it ends. A folder without
 * a lock that no process has begun to use for {@value #DAYS_KEPT} days may be deleted.
 *
 * <p><b>Threading:</b> any thread, and any process. <b>Failure:</b> a file system without locks has none, and only the time counts.
 */
final class FoldersInUse {
    private static final int DAYS_KEPT = 30;
    private static final Duration KEPT = Duration.ofDays(DAYS_KEPT);
    private static final Duration DAY = Duration.ofDays(1);

    /** They are closed, and so let go of, when the process ends. */
    private static final List<FileChannel> LOCKED = new CopyOnWriteArrayList<>();

    private FoldersInUse() {}

    /** @param mark a file of a folder that this process uses from now on; is made where it is missing */
    static void use(Path mark) throws IOException {
        FileChannel channel =
                FileChannel.open(mark, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        try {
            channel.lock(0, Long.MAX_VALUE, true);
            LOCKED.add(channel);
        } catch (OverlappingFileLockException isLockedByThisProcess) {
            channel.close();
        } catch (IOException hasNoLocks) {
            channel.close();
        }
    }

    /** Says that the folder of the mark was used today. */
    static void touch(Path mark) throws IOException {
        Instant now = Instant.now();
        if (Files.getLastModifiedTime(mark).toInstant().isBefore(now.minus(DAY))) {
            Files.setLastModifiedTime(mark, FileTime.from(now));
        }
    }

    /** Deletes what is not in use any more. What cannot be deleted stays. */
    static void deleteOthers(Path folders, String markName) {
        try (DirectoryStream<Path> all = Files.newDirectoryStream(folders)) {
            for (Path folder : all) {
                Path mark = folder.resolve(markName);
                if (Files.isRegularFile(mark, LinkOption.NOFOLLOW_LINKS) && isOld(mark)) {
                    deleteUnlocked(folder, mark);
                }
            }
        } catch (IOException stays) {
            // It costs room on the disk, and a program starts without.
        }
    }

    private static boolean isOld(Path mark) throws IOException {
        return Files.getLastModifiedTime(mark)
                .toInstant()
                .isBefore(Instant.now().minus(KEPT));
    }

    private static void deleteUnlocked(Path folder, Path mark) throws IOException {
        try (FileChannel channel = FileChannel.open(mark, StandardOpenOption.WRITE);
                FileLock lock = channel.tryLock()) {
            if (lock != null) {
                deleteFiles(folder);
                Files.delete(folder);
            }
        } catch (OverlappingFileLockException isInUse) {
            // By this process.
        }
    }

    private static void deleteFiles(Path folder) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
            for (Path file : files) {
                Files.delete(file);
            }
        }
    }
}
