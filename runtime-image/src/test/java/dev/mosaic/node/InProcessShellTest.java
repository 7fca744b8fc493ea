package dev.mosaic.node;

import dev.mosaic.Mosaic;

/** {@code mosaic interactive --in-process}. */
class InProcessShellTest extends ShellSuite {
    @Override
    Mosaic open() {
        return Mosaic.start(options -> options.workers(2).inProcess());
    }
}
