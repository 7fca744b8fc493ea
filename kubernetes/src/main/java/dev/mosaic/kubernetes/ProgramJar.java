package dev.mosaic.kubernetes;

import dev.mosaic.StartException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;

/**
 * A jar on this machine.
 *
 * @param name as a key of a ConfigMap, or of an object in a bucket, may be called
 * @param mainClass that its manifest names
 */
record ProgramJar(Path file, String name, Optional<String> mainClass) {
    /** A ConfigMap takes 1 MiB, with its name and all. */
    static final int MOST_BYTES = 900 << 10;

    /** Reads what it says of itself. */
    static ProgramJar read(Path file) {
        if (!Files.isRegularFile(file)) {
            throw new StartException(
                    "there is no jar " + file, "build it first, or give where it is as s3://, https:// or image:///");
        }
        try (JarFile jar = new JarFile(file.toFile())) {
            Manifest manifest = jar.getManifest();
            Optional<String> main = manifest == null
                    ? Optional.empty()
                    : Optional.ofNullable(manifest.getMainAttributes().getValue(Attributes.Name.MAIN_CLASS));
            String name = file.getFileName().toString().replaceAll("[^-._a-zA-Z0-9]", "-");
            return new ProgramJar(file, name, main);
        } catch (IOException e) {
            throw unreadable(file, e);
        }
    }

    /** What is in it, as a ConfigMap has it; {@link StartException} where that is too much for one. */
    String base64() {
        try {
            long size = Files.size(file);
            if (size > MOST_BYTES) {
                throw new StartException(
                        "jar=" + file + " has " + size / 1024 + " KiB, a ConfigMap takes " + MOST_BYTES / 1024 + " KiB",
                        "let it go through a bucket that pods reach: --upload s3://bucket/prefix --store URL --store-secret NAME; "
                                + "or name where it lies: https://host/app.jar, or image:///opt/app.jar in the image of the cluster");
            }
            return Base64.getEncoder().encodeToString(Files.readAllBytes(file));
        } catch (IOException e) {
            throw unreadable(file, e);
        }
    }

    private static StartException unreadable(Path file, IOException e) {
        return new StartException("jar=" + file + " cannot be read: " + e.getMessage(), "see that it is a jar", e);
    }
}
