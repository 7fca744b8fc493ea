package dev.mosaic.run;

import dev.mosaic.StartException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;

/** A program that is a jar. */
final class RunnableJar {
    private RunnableJar() {}

    /** As its manifest says. */
    static String mainClass(Path jar) throws IOException {
        if (!Files.isRegularFile(jar)) {
            throw new StartException("there is no file " + jar, "build it first, or give another path");
        }
        try (JarFile file = new JarFile(jar.toFile())) {
            Manifest manifest = file.getManifest();
            String main = manifest == null ? null : manifest.getMainAttributes().getValue(Attributes.Name.MAIN_CLASS);
            if (main == null) {
                throw new StartException(
                        jar + " has no Main-Class in its manifest",
                        "name the class: --class-path " + jar + " com.example.Main");
            }
            return main;
        }
    }
}
