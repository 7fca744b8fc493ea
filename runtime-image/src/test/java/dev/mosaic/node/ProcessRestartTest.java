package dev.mosaic.node;

import dev.mosaic.Mosaic;

/** {@code Mosaic.start(n)}: each worker is a process. */
class ProcessRestartTest extends RestartSuite {
    @Override
    Mosaic open() {
        return Mosaic.start(2);
    }
}
