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
 * @param name as a key of a ConfigMap may be called
 * @param base64 what is in it, as a ConfigMap has it
 * @param mainClass that its manifest names
 */
record ProgramJar(Path file, String name, String base64, Optional<String> mainClass) {
    /** A ConfigMap takes 1 MiB, with its name and all. */
    static final int MOST_BYTES = 900 << 10;

    /** Reads it whole. */
    static ProgramJar read(Path file) {
        if (!Files.isRegularFile(file)) {
            throw new StartException(
                    "there is no jar " + file, "build it first, or give where it is as s3://, https:// or image:///");
        }
        try (JarFile jar = new JarFile(file.toFile())) {
            long size = Files.size(file);
            if (size > MOST_BYTES) {
                throw new StartException(
                        "jar=" + file + " has " + size / 1024 + " KiB, a ConfigMap takes " + MOST_BYTES / 1024 + " KiB",
                        "put it where pods get it and name that instead: s3://bucket/app.jar with --store and --store-secret, "
                                + "https://host/app.jar, or image:///opt/app.jar in the image of the cluster");
            }
            Manifest manifest = jar.getManifest();
            Optional<String> main = manifest == null
                    ? Optional.empty()
                    : Optional.ofNullable(manifest.getMainAttributes().getValue(Attributes.Name.MAIN_CLASS));
            String name = file.getFileName().toString().replaceAll("[^-._a-zA-Z0-9]", "-");
            return new ProgramJar(file, name, Base64.getEncoder().encodeToString(Files.readAllBytes(file)), main);
        } catch (IOException e) {
            throw new StartException("jar=" + file + " cannot be read: " + e.getMessage(), "see that it is a jar", e);
        }
    }
}
