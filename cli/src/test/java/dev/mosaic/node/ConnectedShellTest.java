package dev.mosaic.node;

import dev.mosaic.Mosaic;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;

/** {@code mosaic interactive --connect}: a head and two nodes with a worker each, which have none of the classes. */
@Tag("long")
@Tag("variants")
class ConnectedShellTest extends ShellSuite {
    private Machines machines;

    @BeforeEach
    void start() throws IOException {
        machines = Machines.onLoopback().head().node("one", 1).node("two", 1);
        machines.awaitJoined("one");
        machines.awaitJoined("two");
    }

    @AfterEach
    void end() {
        machines.close();
    }

    @Override
    Mosaic open() {
        return Mosaic.connect(machines.address());
    }
}
