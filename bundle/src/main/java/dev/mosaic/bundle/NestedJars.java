package dev.mosaic.bundle;

import dev.mosaic.StartException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.zip.CRC32;

/**
 * Jars that lie in the jar of Mosaic, in groups, as files on disk.
 *
 * <p>They are kept in {@code $XDG_CACHE_HOME/mosaic}, else {@code ~/.cache/mosaic}, in a folder named by the group and the hash of what is
 * in it; where that cannot be written, or could be by another user, in {@code mosaic-jars-USER} of the folder for temporary files. A file
 * that is not as the index says is written anew. The index has checksums against damage: against others, folders are this user's own.
 *
 * <p><b>Threading:</b> any thread, and any process: a file is moved to its place when it is whole and on the device. <b>Cost:</b> the
 * size and time of each file; its content is read where it was written after the file {@value #CHECKED} of its folder.
 */
final class NestedJars {
    private static final String FOLDER = "META-INF/mosaic/";
    private static final String CHECKED = "checked";
    private static final int BUFFER_BYTES = 256 << 10;
    private static final FileAttribute<?> OWN =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
    private static final Set<PosixFilePermission> OF_OTHERS =
            Set.of(PosixFilePermission.GROUP_WRITE, PosixFilePermission.OTHERS_WRITE);

    private final ClassLoader loader;

    /** @param loader has the jar of Mosaic */
    NestedJars(ClassLoader loader) {
        this.loader = loader;
    }

    /** A line of the index: {@code NAME BYTES CRC}. */
    private record Jar(String name, long bytes, String crc) {
        static Jar of(String line) {
            String[] words = line.split(" ", -1);
            return new Jar(words[0], Long.parseLong(words[1]), words[2]);
        }

        /** @param checked when the files were right: what was written later is read */
        boolean isIn(Path file, FileTime checked) throws IOException {
            return Files.exists(file)
                    && Files.size(file) == bytes
                    && (!isLater(file, checked) || crcOf(file).equals(crc));
        }

        private static String crcOf(Path file) throws IOException {
            CRC32 sum = new CRC32();
            ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);
            try (FileChannel in = FileChannel.open(file)) {
                while (in.read(buffer.clear()) >= 0) {
                    sum.update(buffer.flip());
                }
            }
            return Long.toHexString(sum.getValue());
        }
    }

    boolean has(String group) {
        return loader.getResource(index(group)) != null;
    }

    /**
     * The files of that group, in the order of the class path.
     *
     * @throws StartException where they are not in the jar, or cannot be written
     */
    List<Path> of(String group) {
        try {
            List<String> index = lines(group);
            String folder = group + "-" + index.getFirst();
            List<Jar> jars = index.stream().skip(1).map(Jar::of).toList();
            try {
                return files(group, own(own(cache()).resolve(folder)), jars);
            } catch (IOException notWritable) {
                return files(group, own(own(temporary()).resolve(folder)), jars);
            }
        } catch (IOException e) {
            throw new StartException(
                    "the jars of the group " + group + " cannot be unpacked from the jar of Mosaic: " + e.getMessage(),
                    "see that the jar is whole, and that " + System.getProperty("java.io.tmpdir")
                            + " can be written, or set XDG_CACHE_HOME to a folder that only this user can write",
                    e);
        }
    }

    private static String index(String group) {
        return FOLDER + group + "/index";
    }

    private List<String> lines(String group) throws IOException {
        try (InputStream in = open(index(group))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        }
    }

    private InputStream open(String resource) throws IOException {
        InputStream in = loader.getResourceAsStream(resource);
        if (in == null) {
            throw new IOException(resource + " is not there");
        }
        return in;
    }

    private List<Path> files(String group, Path folder, List<Jar> jars) throws IOException {
        Path mark = folder.resolve(CHECKED);
        FileTime checked = Files.exists(mark) ? Files.getLastModifiedTime(mark) : FileTime.fromMillis(0);
        FoldersInUse.use(mark);
        boolean isNews = false;
        List<Path> files = new ArrayList<>();
        for (Jar jar : jars) {
            Path file = folder.resolve(jar.name());
            if (!jar.isIn(file, checked)) {
                write(FOLDER + group + "/" + jar.name(), file);
            }
            isNews |= isLater(file, checked);
            files.add(file);
        }
        if (isNews) {
            Files.writeString(mark, "\n");
            FoldersInUse.deleteOthers(folder.resolveSibling(""), CHECKED);
        } else {
            FoldersInUse.touch(mark);
        }
        return files;
    }

    private static boolean isLater(Path file, FileTime checked) throws IOException {
        return Files.getLastModifiedTime(file).compareTo(checked) > 0;
    }

    private void write(String resource, Path file) throws IOException {
        Path part = Files.createTempFile(file.getParent(), "part", "");
        try (InputStream in = open(resource)) {
            Files.copy(in, part, StandardCopyOption.REPLACE_EXISTING);
            try (FileChannel written = FileChannel.open(part, StandardOpenOption.WRITE)) {
                written.force(true);
            }
            Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(part);
        }
    }

    private static Path cache() throws IOException {
        String told = System.getenv("XDG_CACHE_HOME");
        Path base = told == null || told.isEmpty() ? Path.of(System.getProperty("user.home"), ".cache") : Path.of(told);
        return Files.createDirectories(base).resolve("mosaic");
    }

    /** One for all programs of this user, so that one that is killed leaves nothing that the next does not use. */
    private static Path temporary() throws IOException {
        return Path.of(System.getProperty("java.io.tmpdir"), "mosaic-jars-" + self().getName());
    }

    /** Makes it, where it is missing, for this user alone. Refuses what another user could write to. */
    private static Path own(Path folder) throws IOException {
        try {
            return Files.createDirectory(folder, OWN);
        } catch (FileAlreadyExistsException there) {
            PosixFileAttributes is = Files.readAttributes(folder, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            boolean isForOthers = is.permissions().stream().anyMatch(OF_OTHERS::contains);
            if (!is.isDirectory() || !is.owner().equals(self()) || isForOthers) {
                throw new IOException(folder + " is no folder that this user alone can write", there);
            }
            return folder;
        }
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
