package dev.mosaic.node;

import dev.mosaic.Mosaic;
import dev.mosaic.testing.ChildJvms;

/** {@code Mosaic.start(n)}: each worker is a process. */
class ProcessRestartTest extends RestartSuite {
    @Override
    Mosaic open() {
        return Mosaic.start(o -> o.workers(2).jvmArguments(ChildJvms.JIT));
    }
}
