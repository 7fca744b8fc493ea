package dev.mosaic.unit.shell;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class SocketFlowTest extends FlowSuite {
    @TempDir
    private Path folder;

    @Override
    TestCluster open(int workers, int permits) {
        try {
            return TestCluster.overSockets(workers, permits, Files.createTempDirectory(folder, "m"));
        } catch (IOException full) {
            throw new UncheckedIOException(full);
        }
    }
}
