package dev.mosaic.mesh.socket;

import dev.mosaic.mesh.Endpoint;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** With libzmq over unix sockets. */
class LibzmqUnixInteropTest extends LibzmqInteropSuite {
    @TempDir
    private Path folder;

    private int endpoints;

    @Override
    Endpoint fresh() {
        return new Endpoint.Unix(folder.resolve("s" + endpoints++));
    }
}
