package dev.mosaic.benchmarks.jmh;

import dev.mosaic.mesh.Endpoint;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What lies between the two meshes of a benchmark. */
public enum Transport {
    TCP,
    UNIX;

    /** A place to listen that nobody else has. */
    Endpoint free() {
        return switch (this) {
            case TCP -> new Endpoint.Tcp("127.0.0.1", 0);
            case UNIX -> new Endpoint.Unix(path());
        };
    }

    private static Path path() {
        try {
            return Files.createTempDirectory("mosaic").resolve("socket");
        } catch (IOException noTemporaryFiles) {
            throw new UncheckedIOException(noTemporaryFiles);
        }
    }
}
