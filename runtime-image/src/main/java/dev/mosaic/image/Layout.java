package dev.mosaic.image;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;

/**
 * The files of the runtime image as they lie in it:
 *
 * <pre>
 *   opt/mosaic/lib/*.jar        Mosaic's own, and what they need
 *   opt/mosaic/lib/java.args    the arguments of the JVM, the class path among them
 *   usr/local/bin/mosaic        the command
 * </pre>
 *
 * All may be read by everybody, so that any user can run it. All have one time, as a cache of parsed classes holds for those jars only that have the time and size it saw.
 *
 * @param root below which they are
 * @param own Mosaic's jars
 * @param others what they need
 */
record Layout(Path root, List<Path> own, List<Path> others) {
    static final String HOME = "/opt/mosaic";

    /** Of all files in the image. */
    static final Instant TIME = Instant.ofEpochSecond(1);

    private static final List<String> ARGUMENTS = List.of(
            // As the launcher of a clone says, and as workers are started: one cache is for all.
            "-XX:+UseSerialGC",
            "-XX:PretenureSizeThreshold=16m",
            "-XX:+UseCountedLoopSafepoints",
            "-XX:LoopStripMiningIter=1000",
            "--enable-native-access=ALL-UNNAMED",
            "--add-opens=java.base/java.lang.invoke=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow",
            // A container starts again, a JVM without memory does not work again.
            "-XX:+ExitOnOutOfMemoryError",
            // Its user has no home.
            "-Duser.home=/tmp",
            "-Dstdout.encoding=UTF-8",
            "-Dstderr.encoding=UTF-8");

    private static final Set<PosixFilePermission> READ_BY_ALL = PosixFilePermissions.fromString("rw-r--r--");
    private static final Set<PosixFilePermission> RUN_BY_ALL = PosixFilePermissions.fromString("rwxr-xr-x");

    Layout {
        own = List.copyOf(own);
        others = List.copyOf(others);
    }

    /**
     * Writes them, where nothing was before.
     *
     * @param classPath jars, and folders of classes
     * @param options of Java, beside those that each image has
     */
    static Layout write(List<Path> classPath, List<String> options, Path root) throws IOException, ImageException {
        Path lib = Files.createDirectories(root.resolve("opt/mosaic/lib"));
        List<Path> own = new ArrayList<>();
        List<Path> others = new ArrayList<>();
        List<String> names = new ArrayList<>();
        for (Path entry : classPath) {
            boolean isFolder = Files.isDirectory(entry);
            if (!isFolder && !Files.isRegularFile(entry)) {
                throw new ImageException(entry + " is neither jar nor folder: build first");
            }
            Path jar =
                    lib.resolve(isFolder ? ownName(entry) : entry.getFileName().toString());
            if (Files.exists(jar)) {
                throw new ImageException(jar.getFileName() + " is twice in the class path");
            }
            if (isFolder) {
                pack(entry, jar);
            } else {
                Files.copy(entry, jar, StandardCopyOption.REPLACE_EXISTING);
            }
            (isFolder || jar.getFileName().toString().startsWith("mosaic-") ? own : others).add(jar);
            names.add(HOME + "/lib/" + jar.getFileName());
        }
        Path arguments = lib.resolve("java.args");
        List<String> lines = new ArrayList<>(ARGUMENTS);
        lines.addAll(options);
        lines.add("-cp");
        lines.add(String.join(":", names));
        Files.write(arguments, lines);
        Path command = Files.createDirectories(root.resolve("usr/local/bin")).resolve("mosaic");
        try (InputStream in = Objects.requireNonNull(Layout.class.getResourceAsStream("mosaic"))) {
            Files.copy(in, command);
        }
        // Whoever runs it: the user of the image, or one that the platform chooses.
        for (Path file : Folders.files(root)) {
            Files.setPosixFilePermissions(file, file.equals(command) ? RUN_BY_ALL : READ_BY_ALL);
            Files.setLastModifiedTime(file, FileTime.from(TIME));
        }
        for (Path folder : Folders.folders(root)) {
            Files.setPosixFilePermissions(folder, RUN_BY_ALL);
        }
        return new Layout(root, own, others);
    }

    /** {@code mesh/target/classes} becomes {@code mosaic-mesh.jar}. */
    private static String ownName(Path folder) {
        Path module = folder.toAbsolutePath().normalize().getParent();
        module = module == null ? null : module.getParent();
        return "mosaic-" + (module == null ? "classes" : module.getFileName()) + ".jar";
    }

    /** The same files give the same jar. */
    private static void pack(Path folder, Path jar) throws IOException {
        try (OutputStream out = Files.newOutputStream(jar);
                JarOutputStream jarred = new JarOutputStream(out)) {
            for (Path file : Folders.files(folder)) {
                JarEntry entry = new JarEntry(folder.relativize(file).toString());
                entry.setTimeLocal(java.time.LocalDateTime.of(1980, 1, 1, 0, 0));
                jarred.putNextEntry(entry);
                Files.copy(file, jarred);
                jarred.closeEntry();
            }
        }
    }

    /** Where a file of it is in the image. */
    String inImage(Path file) {
        return "/" + root.relativize(file);
    }

    Path command() {
        return root.resolve("usr/local/bin/mosaic");
    }

    Path arguments() {
        return root.resolve("opt/mosaic/lib/java.args");
    }
}
