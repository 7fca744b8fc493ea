package dev.mosaic.bundle;

import dev.mosaic.StartException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Jars that lie in the jar of Mosaic, in groups, as files on disk.
 *
 * <p>They are kept in {@code $XDG_CACHE_HOME/mosaic}, else {@code ~/.cache/mosaic}, in a folder named by the group and the hash of what is
 * in it; where that cannot be written, in a temporary folder that ends with the process.
 *
 * <p><b>Threading:</b> any thread, and any process: a file is moved to its place when it is whole.
 */
final class NestedJars {
    private static final String FOLDER = "META-INF/mosaic/";

    private static @Nullable Path temporary;

    private final ClassLoader loader;

    /** @param loader has the jar of Mosaic */
    NestedJars(ClassLoader loader) {
        this.loader = loader;
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
            List<String> names = index.subList(1, index.size());
            try {
                return files(group, cache().resolve(folder), names);
            } catch (IOException notWritable) {
                return files(group, temporary(notWritable).resolve(folder), names);
            }
        } catch (IOException e) {
            throw new StartException(
                    "the jars of the group " + group + " cannot be read from the jar of Mosaic: " + e.getMessage(),
                    "see that the jar is whole, and that " + System.getProperty("java.io.tmpdir") + " can be written",
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

    private List<Path> files(String group, Path folder, List<String> names) throws IOException {
        List<Path> files = new ArrayList<>();
        for (String name : names) {
            Path file = folder.resolve(name);
            if (!Files.exists(file)) {
                write(FOLDER + group + "/" + name, file);
            }
            files.add(file);
        }
        return files;
    }

    private void write(String resource, Path file) throws IOException {
        Files.createDirectories(file.getParent());
        Path part = Files.createTempFile(file.getParent(), "part", "");
        try (InputStream in = open(resource)) {
            Files.copy(in, part, StandardCopyOption.REPLACE_EXISTING);
            Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(part);
        }
    }

    private static Path cache() throws IOException {
        String told = System.getenv("XDG_CACHE_HOME");
        Path base = told == null || told.isEmpty() ? Path.of(System.getProperty("user.home"), ".cache") : Path.of(told);
        Path folder = base.resolve("mosaic");
        if (!Files.isDirectory(folder)) {
            Files.createDirectories(base);
            Files.createDirectories(
                    folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        }
        return folder;
    }

    /** For this process, and what it starts. */
    private static synchronized Path temporary(IOException why) throws IOException {
        if (temporary == null) {
            try {
                temporary = Files.createTempDirectory("mosaic-jars-");
            } catch (IOException notEither) {
                notEither.addSuppressed(why);
                throw notEither;
            }
            Path made = temporary;
            Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(() -> delete(made)));
        }
        return temporary;
    }

    private static void delete(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path each : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(each);
            }
        } catch (IOException | UncheckedIOException left) {
            // It is in the system's folder for such files.
        }
    }
}
