package dev.mosaic.connect;

import dev.mosaic.StartException;
import dev.mosaic.mesh.Endpoint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;

/**
 * A temporary folder that only this user can look into, with the sockets of a cluster on this machine.
 *
 * <p><b>Threading:</b> any thread. <b>Failure:</b> {@link StartException} where none can be made. Where the program is killed its workers
 * delete the folder.
 */
public final class PrivateFolder implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger("dev.mosaic.connect");

    /** A path to a unix socket has 107 bytes at most; this is left to its name. */
    private static final int NAME_BYTES = 24;

    private static final int PATH_BYTES = 107;

    private final Path path;

    private PrivateFolder(Path path) {
        this.path = path;
    }

    /** A new one. */
    public static PrivateFolder create() {
        try {
            return new PrivateFolder(temporary().toAbsolutePath());
        } catch (IOException e) {
            throw new StartException(
                    "no private folder can be made below " + System.getProperty("java.io.tmpdir") + ": "
                            + e.getMessage(),
                    "make it writable, or name another with -Djava.io.tmpdir",
                    e);
        }
    }

    private static Path temporary() throws IOException {
        Path usual = Path.of(System.getProperty("java.io.tmpdir"));
        boolean fits = usual.toAbsolutePath().toString().getBytes(java.nio.charset.StandardCharsets.UTF_8).length
                        <= PATH_BYTES - 2 * NAME_BYTES - 8
                && usual.toAbsolutePath().toString().indexOf(' ') < 0; // it stands between endpoints
        Path parent = fits ? usual : Path.of("/tmp");
        return Files.createTempDirectory(
                parent, "mosaic-", PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    }

    public Path path() {
        return path;
    }

    /** A socket in it. */
    public Endpoint socket(String name) {
        return new Endpoint.Unix(path.resolve(name));
    }

    /** Deletes it with all in it. */
    @Override
    public void close() {
        try (Stream<Path> files = Files.list(path)) {
            List<Path> left = files.toList();
            for (Path file : left) {
                Files.deleteIfExists(file);
            }
            Files.deleteIfExists(path);
        } catch (NoSuchFileException gone) {
            // Nothing is left to delete.
        } catch (IOException e) {
            LOG.log(System.Logger.Level.WARNING, "{0} cannot be deleted: {1}", path, e.getMessage());
        }
    }
}
