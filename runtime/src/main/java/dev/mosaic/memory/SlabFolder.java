package dev.mosaic.memory;

import dev.mosaic.message.Place;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where slabs lie and what they are called: {@code mosaic-<owner>-<pid>-<slab>} in {@code /dev/shm}, else in {@code
 * java.io.tmpdir}.
 *
 * <p>Where the system shows open files under {@code /proc}, a slab's file loses its name at once and others open it as the
 * owner's descriptor; so nothing is left behind, whoever is killed. Elsewhere the file keeps its name until it is closed.
 *
 * @param named whether files keep their names
 */
record SlabFolder(Path path, boolean named) {
    /** Descriptor of a slab that keeps its name. */
    static final int NAMED = -1;

    private static final Path SHARED = Path.of("/dev/shm");
    private static final Path DESCRIPTORS = Path.of("/proc/self/fd");
    private static final String GONE = " (deleted)";
    private static final Pattern NAME = Pattern.compile("mosaic-[0-9a-f]{16}-(\\d+)-\\d+");

    /** Of this process. */
    static final int PID = (int) ProcessHandle.current().pid();

    /** The one that all processes of this machine use. */
    static SlabFolder ofMachine() {
        try {
            if (Files.isDirectory(DESCRIPTORS) && Files.isWritable(SHARED)) {
                return new SlabFolder(SHARED.toRealPath(), false);
            }
        } catch (IOException _) {
            // A link that leads nowhere: as if there were none.
        }
        Path temporary = Path.of(System.getProperty("java.io.tmpdir")).toAbsolutePath();
        return new SlabFolder(temporary, !Files.isDirectory(DESCRIPTORS));
    }

    private static String name(long owner, int pid, int slab) {
        return String.format(Locale.ROOT, "mosaic-%016x-%d-%d", owner, pid, slab);
    }

    /** What its file system has left. */
    long roomBytes() {
        return path.toFile().getUsableSpace();
    }

    /** A new empty file that only this user may open. */
    Path create(long owner, int slab) throws IOException {
        Path file = path.resolve(name(owner, PID, slab));
        FileAttribute<?>[] mine =
                path.getFileSystem().supportedFileAttributeViews().contains("posix")
                        ? new FileAttribute<?>[] {
                            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
                        }
                        : new FileAttribute<?>[0];
        return Files.createFile(file, mine);
    }

    /** The number of this process's descriptor of that file; {@link #NAMED} where others open it by its name. */
    int descriptor(Path file) throws IOException {
        if (named) {
            return NAMED;
        }
        try (DirectoryStream<Path> open = Files.newDirectoryStream(DESCRIPTORS)) {
            for (Path link : open) {
                if (leadsTo(link, file.toString())) {
                    return Integer.parseInt(link.getFileName().toString());
                }
            }
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        throw new IOException("no descriptor of " + file + " in " + DESCRIPTORS);
    }

    /**
     * Opens the slab of a place.
     *
     * <p>The descriptor may have become another file's. Opening that could block, were it a pipe, so it is looked at before; what
     * was opened is the slab if it is there afterwards too, since numbers of slabs are not used twice.
     *
     * @throws NoSuchFileException where it has been closed
     */
    FileChannel open(Place place, Set<? extends OpenOption> options) throws IOException {
        check(place);
        FileChannel channel = FileChannel.open(file(place), options);
        try {
            check(place);
            return channel;
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    private Path file(Place place) {
        return place.file() == NAMED
                ? path.resolve(name(place.owner(), place.pid(), place.slab()))
                : Path.of("/proc/" + place.pid() + "/fd/" + place.file());
    }

    private void check(Place place) throws IOException {
        Path file = file(place);
        String name = "/" + name(place.owner(), place.pid(), place.slab()) + GONE;
        boolean there = place.file() == NAMED
                ? Files.isRegularFile(file)
                : Files.readSymbolicLink(file).toString().endsWith(name);
        if (!there) {
            throw new NoSuchFileException(file.toString(), null, "another file is open there");
        }
    }

    /** Deletes what processes that are no more have left in the folder. */
    void sweep() {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(path, "mosaic-*")) {
            for (Path file : files) {
                Matcher name = NAME.matcher(file.getFileName().toString());
                if (name.matches()
                        && ProcessHandle.of(Long.parseLong(name.group(1))).isEmpty()) {
                    Files.deleteIfExists(file);
                }
            }
        } catch (IOException | UncheckedIOException _) {
            // Another user's files, or swept by another process: not ours to delete.
        }
    }

    private static boolean leadsTo(Path link, String file) {
        try {
            String target = Files.readSymbolicLink(link).toString();
            return target.equals(file) || target.equals(file + GONE);
        } catch (IOException _) {
            return false; // closed meanwhile
        }
    }
}
