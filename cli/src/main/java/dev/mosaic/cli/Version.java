package dev.mosaic.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine.IVersionProvider;

/** The version of Mosaic, as the build wrote it. */
public final class Version implements IVersionProvider {
    Version() {}

    public static String text() {
        try (InputStream file = Version.class.getResourceAsStream("version.txt")) {
            if (file == null) {
                return "unknown";
            }
            return new String(file.readAllBytes(), StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String[] getVersion() {
        return new String[] {"Mosaic " + text()};
    }
}
