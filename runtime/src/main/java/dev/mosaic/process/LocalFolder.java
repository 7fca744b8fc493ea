package dev.mosaic.process;

import dev.mosaic.StartException;
import dev.mosaic.mesh.TokenProof;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/**
 * The folder that processes of one user on one machine share. In it is the token that they show each other where there are no keys; other
 * users cannot read it. Whoever comes first makes it; it stays, so that units find a head that comes again. Deleting the file while nothing
 * runs makes the next one another.
 *
 * <pre>
 *   ${MOSAIC_HOME}/local/token      mode 0600 in a folder of mode 0700; ~/.mosaic where MOSAIC_HOME is not set
 *   ${MOSAIC_HOME}/local/clusters   folder of mode 0700: a file for each cluster that runs
 * </pre>
 *
 * <p><b>Threading:</b> any thread, any number of processes. <b>Cost:</b> a file is read. <b>Failure:</b> {@link StartException} where the
 * folder cannot be made, is somebody else's, or is open to others.
 */
public final class LocalFolder {
    private static final String HOME = "MOSAIC_HOME";
    private static final String FOLDER = "local";
    private static final String TOKEN = "token";
    private static final String ROOT = "root";
    private static final FileAttribute<?> OWN_FOLDER =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
    private static final FileAttribute<?> OWN_FILE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
    private static final Set<PosixFilePermission> OTHERS_WRITE =
            EnumSet.of(PosixFilePermission.GROUP_WRITE, PosixFilePermission.OTHERS_WRITE);
    private static final Set<PosixFilePermission> OTHERS_ALL = EnumSet.of(
            PosixFilePermission.GROUP_READ,
            PosixFilePermission.GROUP_WRITE,
            PosixFilePermission.GROUP_EXECUTE,
            PosixFilePermission.OTHERS_READ,
            PosixFilePermission.OTHERS_WRITE,
            PosixFilePermission.OTHERS_EXECUTE);

    private final Path home;

    /** @param home the folder that has it */
    public LocalFolder(Path home) {
        this.home = home;
    }

    /** That of this user. */
    public static LocalFolder own() {
        return new LocalFolder(home(System.getenv(), System.getProperty("user.home", "")));
    }

    /** @param user the home of the user as the JVM knows it; not absolute where it knows none */
    static Path home(Map<String, String> environment, String user) {
        String said = environment.getOrDefault(HOME, "");
        if (!said.isEmpty()) {
            return Path.of(said).toAbsolutePath();
        }
        String home = user.startsWith("/") ? user : environment.getOrDefault("HOME", "");
        if (!home.startsWith("/")) {
            throw new StartException(
                    "this user has no home folder for the token with which its processes authenticate each other",
                    "set " + HOME + " to a folder that only this user can write to, or give --keys or --token-file");
        }
        return Path.of(home, ".mosaic");
    }

    /** Where it is. */
    public Path path() {
        return home.resolve(FOLDER);
    }

    /**
     * A folder in it that is closed to others; makes it where there is none.
     *
     * @throws IOException where it cannot be made
     * @throws StartException where others could write to it
     */
    public Path folder(String name) throws IOException {
        open();
        Path folder = path().resolve(name);
        if (!Files.isDirectory(folder)) {
            Files.createDirectories(folder, OWN_FOLDER);
        }
        check(folder, OTHERS_ALL);
        return folder;
    }

    private void open() throws IOException {
        if (!Files.isDirectory(path())) {
            Files.createDirectories(path(), OWN_FOLDER);
        }
        check(home, OTHERS_WRITE);
        check(path(), OTHERS_ALL);
    }

    /** The token; makes it where there is none. */
    String token() {
        Path file = path().resolve(TOKEN);
        try {
            open();
            if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
                make(file);
            }
            check(file, OTHERS_ALL);
            String token = Files.readString(file)
                    .strip()
                    .lines()
                    .findFirst()
                    .orElse("")
                    .strip();
            if (token.isEmpty()) {
                throw new StartException("file=" + file + " is empty", "delete it, so that the next process makes it");
            }
            return token;
        } catch (IOException | UnsupportedOperationException e) {
            throw new StartException(
                    "the token with which processes of this user authenticate each other cannot be stored in " + path()
                            + ": " + e,
                    "set " + HOME + " to a folder that only this user can write to, or give --keys or --token-file",
                    e);
        }
    }

    /** Whole, or not at all; of two who make it at once the first counts. */
    private void make(Path file) throws IOException {
        Path parts = Files.createTempFile(path(), ".token", ".new", OWN_FILE);
        try {
            Files.writeString(parts, TokenProof.nonce() + "\n", StandardCharsets.US_ASCII);
            Files.createLink(file, parts);
        } catch (FileAlreadyExistsException madeByAnother) {
            assert Files.exists(file);
        } finally {
            Files.deleteIfExists(parts);
        }
    }

    /** Who is not root and can look into what is closed to others is its owner. */
    private static void check(Path path, Set<PosixFilePermission> forbidden) throws IOException {
        boolean isOpen = Files.getPosixFilePermissions(path, LinkOption.NOFOLLOW_LINKS).stream()
                .anyMatch(forbidden::contains);
        String owner = Files.getOwner(path, LinkOption.NOFOLLOW_LINKS).getName();
        if (isOpen || Files.isSymbolicLink(path)) {
            throw new StartException(
                    path + " is open to other users, who could join this user's clusters and run code in them",
                    "close it: chmod -R go-rwx " + path + ", and delete the token in it");
        }
        boolean isRoot = System.getProperty("user.name", "").equals(ROOT);
        if (isRoot ? !owner.equals(ROOT) : !Files.isWritable(path)) {
            throw new StartException(
                    path + " is of user=" + owner + ", not of this one",
                    "set " + HOME + " to a folder that only this user can write to");
        }
    }
}
