package dev.mosaic.kubernetes;

import dev.mosaic.StartException;
import io.fabric8.kubernetes.api.model.Secret;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The keys of a cluster, from its Secret into a folder that only this user can read.
 *
 * <p><b>Threading:</b> one thread at a time. <b>Failure:</b> {@link StartException} where the Secret lacks a key; {@link IOException} where
 * the folder cannot be written. A file is there whole or not at all.
 */
final class SecretFolder {
    private static final List<String> FILES = List.of("ca.crt", "tls.crt", "tls.key", "token");
    private static final FileAttribute<?> FILE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
    private static final FileAttribute<?> FOLDER =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

    private final Path path;

    private SecretFolder(Path path) {
        this.path = path;
    }

    /** A new one among the temporary files. */
    static SecretFolder temporary() throws IOException {
        return new SecretFolder(Files.createTempDirectory("mosaic-keys-", FOLDER));
    }

    /** One that stays; made where it is missing. */
    static SecretFolder at(Path path) throws IOException {
        Files.createDirectories(path, FOLDER);
        return new SecretFolder(path);
    }

    Path path() {
        return path;
    }

    /** Writes what is not there yet, or has changed. */
    void write(Secret secret) throws IOException {
        for (Map.Entry<String, byte[]> each : contents(secret).entrySet()) {
            Path file = path.resolve(each.getKey());
            if (Files.exists(file) && java.util.Arrays.equals(Files.readAllBytes(file), each.getValue())) {
                continue;
            }
            Path parts = Files.createTempFile(path, "." + each.getKey(), ".new", FILE);
            try {
                Files.write(parts, each.getValue());
                Files.move(parts, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            } finally {
                Files.deleteIfExists(parts);
            }
        }
    }

    private static Map<String, byte[]> contents(Secret secret) {
        Map<String, String> data = secret.getData() == null ? Map.of() : secret.getData();
        Map<String, byte[]> contents = new LinkedHashMap<>();
        for (String name : FILES) {
            String value = data.get(name);
            if (value == null) {
                throw new StartException(
                        "secret=" + secret.getMetadata().getName() + " has no " + name + ", keys=" + data.keySet(),
                        "name a Secret with the files that mosaic keys makes, or delete it and let the operator make it");
            }
            contents.put(name, Base64.getMimeDecoder().decode(value));
        }
        return contents;
    }

    /** Deletes the files and the folder. */
    void delete() throws IOException {
        for (String name : FILES) {
            Files.deleteIfExists(path.resolve(name));
        }
        Files.deleteIfExists(path);
    }
}
