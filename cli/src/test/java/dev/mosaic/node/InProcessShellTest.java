package dev.mosaic.node;

import dev.mosaic.Mosaic;
import org.junit.jupiter.api.Tag;

/** {@code mosaic interactive --in-process}. */
@Tag("long")
@Tag("variants")
class InProcessShellTest extends ShellSuite {
    @Override
    Mosaic open() {
        return Mosaic.start(options -> options.workers(2).inProcess());
    }
}
