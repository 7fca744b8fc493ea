package dev.mosaic.store;

import dev.mosaic.StartException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.Set;

/**
 * Files and folders that only this user can look into, whatever the umask is.
 *
 * <p><b>Threading:</b> any thread. <b>Failure:</b> {@link StartException} for a folder in which another user could read or change what is
 * kept.
 */
final class PrivateFiles {
    private static final Set<PosixFilePermission> OWN_FOLDER = PosixFilePermissions.fromString("rwx------");
    private static final FileAttribute<Set<PosixFilePermission>> FOLDER =
            PosixFilePermissions.asFileAttribute(OWN_FOLDER);
    private static final FileAttribute<Set<PosixFilePermission>> FILE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
    private static final int STICKY = 01000;

    private PrivateFiles() {}

    /** Opens a file, which has 0600 where it is made. */
    static FileChannel open(Path file, OpenOption... options) throws IOException {
        return FileChannel.open(file, Set.of(options), FILE);
    }

    /** Makes a folder with those above it, 0700, where they are missing, on the device. */
    static void make(Path folder) throws IOException {
        Path missing = folder.toAbsolutePath();
        if (Files.isDirectory(missing)) {
            return;
        }
        Path above = missing.getParent();
        if (above != null) {
            make(above);
        }
        try {
            Files.createDirectory(missing, FOLDER);
        } catch (FileAlreadyExistsException made) {
            if (!Files.isDirectory(missing)) {
                throw made;
            }
        }
        if (above != null && Files.isReadable(above)) {
            DiskTier.flush(above);
        }
    }

    /**
     * The folder that a store is given: made where it is missing. It may be the system's, in which each has folders of their own.
     *
     * @throws StartException where another user owns it, or all may write there
     */
    static void given(Path folder) throws IOException {
        make(folder);
        Path real = folder.toRealPath();
        PosixFileAttributes is = Files.readAttributes(real, PosixFileAttributes.class);
        boolean isSystems = ((Number) Files.getAttribute(real, "unix:uid")).intValue() == 0;
        boolean isOwn = is.owner().equals(self());
        if (!isOwn && !isSystems) {
            throw refused(folder, "belongs to user " + is.owner().getName());
        }
        boolean isForAll = is.permissions().contains(PosixFilePermission.OTHERS_WRITE);
        boolean isSticky = (((Number) Files.getAttribute(real, "unix:mode")).intValue() & STICKY) != 0;
        if (isForAll && !isSticky && !isSystems) {
            throw refused(folder, "can be written by all: " + PosixFilePermissions.toString(is.permissions()));
        }
    }

    /**
     * A store's own folder: made with 0700, or given that.
     *
     * @throws StartException where another user owns it, or it is none
     */
    static void own(Path folder) throws IOException {
        try {
            Files.createDirectory(folder, FOLDER);
            return;
        } catch (FileAlreadyExistsException there) {
            PosixFileAttributes is = Files.readAttributes(folder, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            if (!is.isDirectory()) {
                throw refused(folder, "is no folder");
            }
            if (!is.owner().equals(self())) {
                throw refused(folder, "belongs to user " + is.owner().getName());
            }
            if (!is.permissions().equals(OWN_FOLDER)) {
                Files.setPosixFilePermissions(folder, OWN_FOLDER);
            }
        }
    }

    private static StartException refused(Path folder, String why) {
        return new StartException(
                folder + " " + why + ", so objects cannot be stored there",
                "give a folder of this user's own with --folder, such as one of mode 0700");
    }

    private static UserPrincipal self() throws IOException {
        Path process = Path.of("/proc/self");
        return Files.isDirectory(process)
                ? Files.getOwner(process)
                : process.getFileSystem()
                        .getUserPrincipalLookupService()
                        .lookupPrincipalByName(System.getProperty("user.name"));
    }
}
