package dev.mosaic.keys;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;

/** Files and folders that only this user can read. A file is there whole or not at all. */
final class PrivateFile {
    private static final FileAttribute<?> FILE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
    private static final FileAttribute<?> FOLDER =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

    private PrivateFile() {}

    /** Makes the folder where it is missing. */
    static void folder(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            Files.createDirectories(folder, FOLDER);
        }
    }

    /** Writes a file, in place of one that is there. */
    static void write(Path file, String text) throws IOException {
        Path parts = Files.createTempFile(
                file.toAbsolutePath().getParent(), "." + file.getFileName().toString(), ".new", FILE);
        try {
            Files.writeString(parts, text, StandardCharsets.US_ASCII);
            Files.move(parts, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(parts);
        }
    }
}
